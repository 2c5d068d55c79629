package io.kith.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.spark.KithClassifier;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of bad usage and bad input, before or without a Spark session. */
class SparkMainTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path input;

  @BeforeEach
  void write() throws Exception {
    input =
        Files.writeString(
            folder.resolve("rows.csv"),
            IntStream.range(0, 60)
                .mapToObj(i -> i % 7 + "," + i % 3 + "," + (i % 3 == 0 ? "odd" : ""))
                .collect(Collectors.joining("\n", "x,y,kind\n", "\n")));
  }

  @Test
  void everySettingIsAnOptionAndHelpNamesIt() {
    assertThat(run("train", "--help")).isZero();
    for (Param<?> param : new KithClassifier().params()) {
      if (!List.of("featuresCol", "labelCol").contains(param.name())) {
        assertThat(out.toString()).contains(ParamOptions.name(param));
      }
    }
    assertThat(out.toString()).contains("--hidden-layers").contains("Default: adam.");
  }

  @Test
  void anOutputThatExistsIsLeftAlone() throws Exception {
    Path model = Files.createDirectory(folder.resolve("model"));
    assertThat(train("--label", "kind", "--output", model.toString())).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains("--output").contains("exists already");
    assertThat(model).isEmptyDirectory();
    err.getBuffer().setLength(0);
    assertThat(
            run(
                "predict",
                "--model",
                "m",
                "--input",
                input.toString(),
                "--output",
                model.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains("exists already");
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThat(run("train", "--input", folder + "/none.csv", "--label", "kind", "--output", out()))
        .isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains("nothing at --input").contains("none.csv");
  }

  @Test
  void settingsAreCheckedByTheirOwnRules() {
    assertThat(train("--label", "kind", "--output", out(), "--epochs", "0")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "kith-spark: option '--epochs' cannot be 0; it is: passes over the rows; >= 1.");
    err.getBuffer().setLength(0);
    assertThat(train("--label", "kind", "--output", out(), "--hidden-layers", "64,wide"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("must be whole numbers such as 64,64, or none, but was '64,wide'");
    err.getBuffer().setLength(0);
    assertThat(train("--label", "kind", "--output", out(), "--metric", "near")).isEqualTo(2);
    assertThat(err.toString()).contains("'--metric' cannot be near").contains("cosine");
  }

  private String out() {
    return folder.resolve("out").toString();
  }

  private int train(String... more) {
    return run(
        java.util.stream.Stream.concat(
                List.of("train", "--input", input.toString()).stream(), List.of(more).stream())
            .toArray(String[]::new));
  }

  private int run(String... args) {
    return SparkMain.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
  }
}
