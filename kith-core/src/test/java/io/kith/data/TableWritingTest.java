package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableWritingTest {
  private static final Dataset ODD =
      Dataset.of(
              FloatMatrix.of(
                  new float[][] {
                    {0.1f, Float.MIN_VALUE}, {-Float.MAX_VALUE, 1e-7f}, {Float.NaN, 1 / 3f}
                  }),
              List.of("a,b", "q\"x"),
              new Labels(new int[] {1, -1, 0}, List.of("no", "yes, \"so\"")))
          .withGroups(new Groups(new int[] {0, 1, 0}, List.of("g one", "g;two")))
          .withIds(new String[] {"i1", "i\n2", "i3"});

  @TempDir Path folder;

  @Test
  void aDataSetComesBackAsItWasWritten() {
    for (String name : List.of("odd.csv", "odd.tsv", "odd.parquet", "odd.npz")) {
      Path file = folder.resolve(name);
      Datasets.write(ODD, file);
      boolean isTable = !name.endsWith("npz");
      ReadOptions options =
          ReadOptions.defaults()
              .withImpute(true)
              .withLabel(isTable ? "label" : "")
              .withGroup(isTable ? "group" : "")
              .withId(isTable ? "id" : "");
      Dataset read = Datasets.read(file, options).dataset();
      assertThat(TableReadingTest.rows(read)).as(name).isEqualTo(TableReadingTest.rows(ODD));
      assertThat(read.fingerprint()).as(name).isEqualTo(ODD.fingerprint());
      assertThat(read.id(1)).isEqualTo("i\n2");
    }
  }

  @Test
  void aFeatureMayBeCalledLabel() throws IOException {
    Dataset data =
        Dataset.of(
            FloatMatrix.of(new float[][] {{1}}),
            List.of("label"),
            new Labels(new int[] {0}, List.of("a")));
    Datasets.write(data, folder.resolve("a.csv"));
    assertThat(Files.readString(folder.resolve("a.csv"))).isEqualTo("label_,label\na,1.0\n");
  }

  @Test
  void predictionsNameTheRowTheTruthAndTheProbabilities() throws IOException {
    Path file = folder.resolve("p.csv");
    Predictions.write(
        file,
        ODD,
        List.of("no", "yes"),
        sink -> {
          sink.accept(0, FloatMatrix.of(new float[][] {{0.25f, 0.75f}, {0.9f, 0.1f}}));
          sink.accept(2, FloatMatrix.of(new float[][] {{0.5f, 0.5f}}));
        });
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            id,label,predicted,p_no,p_yes
            i1,"yes, ""so""\",yes,0.25,0.75
            "i
            2",,no,0.9,0.1
            i3,no,no,0.5,0.5
            """);
  }

  @Test
  void predictionsInParquetReadBackExactly() {
    Path file = folder.resolve("p.parquet");
    FloatMatrix probabilities = FloatMatrix.of(new float[][] {{1 / 3f, 2 / 3f}, {1e-9f, 1}});
    Dataset plain = Dataset.of(FloatMatrix.allocate(2, 1), Labels.none(2));
    Predictions.write(file, plain, List.of("a", "b"), sink -> sink.accept(0, probabilities));

    ReadOptions options = ReadOptions.defaults().withId("id").withLabel("predicted");
    Dataset read = Datasets.read(file, options).dataset();
    assertThat(read.featureNames()).containsExactly("p_a", "p_b");
    assertThat(TableReadingTest.rows(read)).isEqualTo(new float[][] {{1 / 3f, 2 / 3f}, {1e-9f, 1}});
    assertThat(read.labels().names()).containsExactly("b");
  }

  @Test
  void nothingIsLeftWhenPredictionsFailHalfWay() throws IOException {
    for (String name : List.of("p.csv", "p.parquet")) {
      assertThatThrownBy(
              () ->
                  Predictions.write(
                      folder.resolve(name),
                      ODD,
                      List.of("no", "yes"),
                      sink -> sink.accept(0, FloatMatrix.allocate(2, 2))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must be 3");
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void chunksOutOfOrderAreRefused() {
    assertThatThrownBy(
            () ->
                Predictions.write(
                    folder.resolve("p.csv"),
                    ODD,
                    List.of("no", "yes"),
                    sink -> sink.accept(1, FloatMatrix.allocate(1, 2))))
        .hasMessageContaining("must begin at row 0");
  }

  @Test
  void anUnknownExtensionIsRefused() {
    assertThatThrownBy(() -> Datasets.write(ODD, folder.resolve("a.xlsx")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("use .csv, .tsv or .parquet");
  }

  @Test
  void optionsAndSchemaGoThroughJson() throws IOException {
    ObjectMapper json = new ObjectMapper();
    Schema schema =
        new Schema(
            List.of(
                new FeatureColumn.Numeric("x"),
                new FeatureColumn.Categorical("c", List.of("u", "v"))));
    assertThat(json.readValue(json.writeValueAsString(schema), Schema.class)).isEqualTo(schema);
    ReadOptions options = ReadOptions.defaults().withLabel("y").withFeatures(List.of("f*"));
    assertThat(json.readValue(json.writeValueAsString(options), ReadOptions.class))
        .isEqualTo(options);
    SplitOptions split = SplitOptions.defaults().withLabelRatio(0.05);
    assertThat(json.readValue(json.writeValueAsString(split), SplitOptions.class)).isEqualTo(split);
  }
}
