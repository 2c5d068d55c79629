package io.kith.spark.command;

import io.kith.base.BadInputException;
import io.kith.spark.KithClassifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntArrayParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option of the command line for each setting of a {@link KithClassifier}, made from the
 * setting: {@code --graph-weight 0.1} for {@code setGraphWeight(0.1)}.
 */
final class ParamOptions {
  /** Columns that the command makes itself. */
  private static final Set<String> MADE_HERE = Set.of("featuresCol", "labelCol");

  private static final String NONE = "none";

  private ParamOptions() {}

  static void addTo(CommandSpec command) {
    KithClassifier defaults = new KithClassifier();
    for (Param<?> param : settings(defaults)) {
      command.addOption(option(param, defaults));
    }
  }

  /** Takes over what was given; fails with the option's name where a value is not allowed. */
  static void apply(CommandLine.ParseResult given, KithClassifier classifier) {
    for (Param<?> param : settings(classifier)) {
      if (given.hasMatchedOption(name(param))) {
        set(classifier, param, value(param, given.matchedOptionValue(name(param), null)));
      }
    }
  }

  private static List<Param<?>> settings(KithClassifier classifier) {
    return Arrays.<Param<?>>asList(classifier.params()).stream()
        .filter(param -> !MADE_HERE.contains(param.name()))
        .toList();
  }

  @SuppressWarnings("unchecked") // the value was read by the type of this param
  private static <T> void set(KithClassifier classifier, Param<T> param, Object value) {
    if (!(boolean) param.isValid().apply((T) value)) {
      throw new BadInputException(
          String.format(
              "option '%s' cannot be %s; it is: %s.", name(param), text(value), param.doc()));
    }
    classifier.set(param, (T) value);
  }

  private static OptionSpec option(Param<?> param, KithClassifier defaults) {
    return OptionSpec.builder(name(param))
        .type(type(param))
        .paramLabel(label(param))
        .description(description(param, defaults))
        .build();
  }

  /** Lists are read here, as an option with several values would be something else. */
  private static Object value(Param<?> param, Object given) {
    try {
      if (param instanceof IntArrayParam) {
        return numbers((String) given).mapToInt(Integer::parseInt).toArray();
      }
      if (param instanceof DoubleArrayParam) {
        return numbers((String) given).mapToDouble(Double::parseDouble).toArray();
      }
      return given;
    } catch (NumberFormatException e) {
      throw new BadInputException(
          String.format(
              "option '%s' must be %s such as 64,64, or %s, but was '%s'.",
              name(param),
              param instanceof IntArrayParam ? "whole numbers" : "numbers",
              NONE,
              given));
    }
  }

  private static Stream<String> numbers(String text) {
    return text.equals(NONE) ? Stream.of() : Arrays.stream(text.split(",")).map(String::strip);
  }

  private static Class<?> type(Param<?> param) {
    if (param instanceof IntParam) {
      return Integer.class;
    }
    if (param instanceof LongParam) {
      return Long.class;
    }
    return param instanceof DoubleParam ? Double.class : String.class;
  }

  private static String label(Param<?> param) {
    if (param instanceof IntArrayParam || param instanceof DoubleArrayParam) {
      return "N,N,…";
    }
    return type(param) == String.class ? "TEXT" : "N";
  }

  private static String description(Param<?> param, KithClassifier defaults) {
    String doc = param.doc().endsWith(".") ? param.doc() : param.doc() + ".";
    String start = Character.toUpperCase(doc.charAt(0)) + doc.substring(1).replace("%", "%%");
    if (!defaults.hasDefault(param)) {
      return start;
    }
    String value = text(defaults.getDefault(param).get());
    return value.isEmpty() ? start : start + " Default: " + value + ".";
  }

  /** As it is written on the command line. */
  private static String text(Object value) {
    if (value instanceof int[] numbers) {
      return numbers.length == 0 ? NONE : Arrays.toString(numbers).replaceAll("[\\[\\] ]", "");
    }
    if (value instanceof double[] numbers) {
      return Arrays.toString(numbers).replaceAll("[\\[\\] ]", "");
    }
    return String.valueOf(value);
  }

  /** hiddenLayers is --hidden-layers. */
  static String name(Param<?> param) {
    return "--" + param.name().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
