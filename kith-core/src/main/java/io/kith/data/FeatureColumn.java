package io.kith.data;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** A column of the input and the features it becomes. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = FeatureColumn.Numeric.class, name = "numeric"),
  @JsonSubTypes.Type(value = FeatureColumn.Categorical.class, name = "categorical")
})
public sealed interface FeatureColumn {

  String name();

  List<String> featureNames();

  /** Numbers, taken as they are: one feature. */
  record Numeric(String name) implements FeatureColumn {
    @Override
    public List<String> featureNames() {
      return List.of(name);
    }
  }

  /** Text: a feature "name=category" for each category, 1 where the row has it and 0 elsewhere. */
  record Categorical(String name, List<String> categories) implements FeatureColumn {
    public Categorical {
      categories = List.copyOf(categories);
    }

    @Override
    public List<String> featureNames() {
      return categories.stream().map(category -> name + "=" + category).toList();
    }
  }
}
