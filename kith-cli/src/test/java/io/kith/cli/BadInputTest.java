package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input gets one plain sentence and exit code 2, and leaves nothing behind. */
class BadInputTest {
  @TempDir Path folder;
  private final Shell shell = new Shell();

  @Test
  void aMissingFile() {
    refused("there is no file", "train", folder.resolve("none.csv"), "--label", "y");
  }

  @Test
  void aRunOfANewerKith() throws IOException {
    Path run = Files.writeString(folder.resolve("run.json"), "{\"version\": 99}");
    refused("was written by a newer Kith", "report", run, "-o", folder.resolve("page.html"));
    assertThat(folder.resolve("page.html")).doesNotExist();
  }

  @Test
  void anUnknownStageOrScaleOfTheReproduction() {
    Path out = folder.resolve("paper");
    refused(
        "'figures' is not one of matrix, batches, trade-off, ratios, workers",
        "reproduce",
        "--only",
        "figures",
        "-o",
        out);
    refused("'huge' is not one of small, paper", "reproduce", "--scale", "huge", "-o", out);
    refused("there is no corpus", "reproduce", "--corpus", folder.resolve("none"), "-o", out);
  }

  @Test
  void aPortThatCannotBe() throws IOException {
    Path csv = csv("x,y\n1,a\n2,b\n");
    Path out = folder.resolve("run");
    refused(
        "--port must be within 0..65535, but was 70000.",
        "train",
        csv,
        "--label",
        "y",
        "--watch",
        "--port",
        70000,
        "-o",
        out);
    refused("give --watch too", "train", csv, "--label", "y", "--port", 8080, "-o", out);
  }

  @Test
  void anEmptyFile() throws IOException {
    refused("data.csv is empty", "train", csv(""), "--label", "y");
  }

  @Test
  void aHeaderAndNothingElse() throws IOException {
    refused("no rows", "train", csv("x,y\n"), "--label", "y");
  }

  @Test
  void aRaggedRowIsNamedByItsLine() throws IOException {
    refused("line 3", "train", csv("x,z,y\n1,2,a\n1,b\n2,3,c\n"), "--label", "y");
  }

  @Test
  void aFeatureThatIsNoNumberIsNamedByRowAndColumn() throws IOException {
    refused("column \"x\"", "train", csv("x,y\n1,a\nred,b\n"), "--label", "y");
    assertThat(shell.err()).contains("red").contains("line 3").contains("--one-hot");
  }

  @Test
  void missingValuesNaNAndInfinity() throws IOException {
    refused("--impute", "train", csv("x,y\n1,a\n,b\n"), "--label", "y");
    refused("column \"x\"", "train", csv("x,y\n1,a\nNaN,b\n"), "--label", "y");
    refused("column \"x\"", "train", csv("x,y\n1,a\ninf,b\n"), "--label", "y", "--impute");
  }

  @Test
  void noRowWithALabel() throws IOException {
    refused("no row has a label", "train", csv("x,y\n1,\n2,\n3,\n"), "--label", "y");
  }

  @Test
  void oneClassOnly() throws IOException {
    refused("one class", "train", csv("x,y\n1,a\n2,a\n3,\n"), "--label", "y");
  }

  @Test
  void fewerRowsThanNeighbors() throws IOException {
    refused(
        "needs more than 10 rows",
        "train",
        csv("x,y\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n7,a\n8,b\n"),
        "--label",
        "y");
    assertThat(shell.err()).contains("--neighbors");
  }

  @Test
  void onlyConstantFeatures() throws IOException {
    StringBuilder rows = new StringBuilder("x,y\n");
    for (int i = 0; i < 40; i++) {
      rows.append("5,").append(i % 2 == 0 ? "a" : "b").append('\n');
    }
    refused("are the same in every training row", "train", csv(rows.toString()), "--label", "y");
  }

  @Test
  void duplicateRowsAndOneConstantFeatureAreNoError() throws IOException {
    StringBuilder rows = new StringBuilder("x,c,y\n");
    for (int i = 0; i < 80; i++) {
      rows.append(i % 2).append(",5,").append(i % 2 == 0 ? "a" : "b").append('\n');
    }
    int code =
        shell.kith(
            "train",
            csv(rows.toString()),
            "--label",
            "y",
            "-o",
            folder.resolve("run"),
            "--epochs",
            2,
            "--batch-size",
            16,
            "--hidden",
            "4");
    assertThat(code).as(shell.err()).isZero();
    assertThat(shell.err()).contains("1 of 2 features are constant");
  }

  @Test
  void aLabelColumnThatIsNotThere() throws IOException {
    refused("\"z\"", "train", csv("x,y\n1,a\n2,b\n"), "--label", "z");
    assertThat(shell.err()).contains("x", "y");
  }

  @Test
  void anUnknownOptionKeyListsTheKnownOnes() throws IOException {
    Path options = folder.resolve("options.json");
    Files.writeString(options, "{\"graph\": {\"neighbours\": 5}}");
    refused(
        "unknown key 'graph.neighbours'; known there: neighbors, metric, search, effort, kernel",
        "train",
        csv("x,y\n1,a\n2,b\n"),
        "--label",
        "y",
        "--options",
        options);
    Files.writeString(options, "{\"graph\": {\"kernel\": \"laplace\"}}");
    refused(
        "'graph.kernel' cannot be 'laplace'; it is one of rbf, rbf-local, rbf-unsquared",
        "train",
        csv("x,y\n1,a\n"),
        "--options",
        options);
    Files.writeString(options, "{\"graph\": {");
    refused("is not JSON", "train", csv("x,y\n1,a\n"), "--options", options);
  }

  @Test
  void valuesOutOfRange() throws IOException {
    Path data = csv("x,y\n1,a\n2,b\n");
    refused("learningRate must be > 0", "train", data, "--learning-rate", -1);
    refused("graphWeight must be >= 0", "train", data, "--graph-weight", "NaN");
    refused("localSteps must be >= 1", "train", data, "--sync", "local:0");
    refused("staleness must be >= 0", "train", data, "--staleness", -1);
    refused("synchronous, asynchronous, in-turn, local:<steps>", "train", data, "--sync", "often");
    refused(
        "rateScaling must be none", "train", data, "--schedule", "paper", "--rate-scaling", "sqrt");
    refused("labelRatio must be > 0", "train", data, "--label-ratio", 0);
    refused("threads must be >= 1", "train", data, "--threads", 0);
    refused("learningRate must be > 0", "train", data, "--learning-rate", "NaN");
    refused("graphWeight must be >= 0", "train", data, "--graph-weight", -0.1);
    refused("dropout must be >= 0 and < 1", "train", data, "--dropout", 1);
  }

  @Test
  void usageThatIsOff() throws IOException {
    refused("unknown: '--lable'; did you mean --label", "train", csv("x,y\n"), "--lable", "y");
    refused("DATA", "train");
    refused("'--epochs' is given twice", "train", "x.csv", "--epochs", 1, "--epochs", 2);
    refused("frobnicate", "frobnicate");
    refused(
        "'laplace' is not one of rbf, rbf-local, rbf-unsquared",
        "train",
        "x.csv",
        "--kernel",
        "laplace");
  }

  @Test
  void aSearchOfTooSmallABudgetOrWithNothingToJudgeBy() throws IOException {
    Path data = Flowers.csv(folder.resolve("flowers.csv"), 200, 2);
    Object[] columns = {"--label", "species", "--id", "name"};
    refused("a budget of at least 2 trainings", with(columns, "train", data, "--tune", 1));
    refused("validation rows", with(columns, "train", data, "--tune", "--validation", 0));
    refused("'much'", with(columns, "train", data, "--tune", "much"));
  }

  @Test
  void aPresetThatIsNone() {
    Path out = folder.resolve("demo");
    refused("loud", "demo", "--preset", "loud", "-o", out);
    assertThat(out).doesNotExist();
  }

  @Test
  void aDeviceThatIsNotThere() throws IOException {
    refused("cuda:3", "train", csv("x,y\n1,a\n2,b\n"), "--label", "y", "--device", "cuda:3");
  }

  @Test
  void anOutputFolderThatCannotBeWrittenOrIsForeign() throws IOException {
    Path file = folder.resolve("occupied");
    Files.writeString(file, "not a folder");
    refused("cannot write", "train", csv("x,y\n1,a\n2,b\n"), "--label", "y", "-o", file);
    assertThat(file).hasContent("not a folder");
    Path foreign = Files.createDirectory(folder.resolve("photos"));
    Files.writeString(foreign.resolve("holiday.jpg"), "x");
    refused("is not empty", "train", csv("x,y\n1,a\n2,b\n"), "--label", "y", "-o", foreign);
    assertThat(foreign.resolve("holiday.jpg")).exists();
  }

  @Test
  void aPartitionOfAnotherGraph() throws IOException {
    Path a = Flowers.csv(folder.resolve("a.csv"), 60, 1);
    Path b = Flowers.csv(folder.resolve("b.csv"), 62, 1);
    Path graphA = folder.resolve("a.npz");
    Path graphB = folder.resolve("b.npz");
    Path blocks = folder.resolve("blocks.npy");
    assertThat(shell.kith("graph", a, "--features", "length,width", "-o", graphA)).isZero();
    assertThat(shell.kith("graph", b, "--features", "length,width", "-o", graphB, "--neighbors", 5))
        .isZero();
    assertThat(shell.kith("partition", graphA, "--block-size", 10, "-o", blocks)).isZero();
    refused("has 60 rows, but the graph has 62", "batches", graphB, blocks);
    assertThat(shell.kith("graph", a, "--features", "length,width", "-o", graphB, "--neighbors", 5))
        .isZero();
    refused("was cut from another graph", "batches", graphB, blocks);
  }

  @Test
  void aFolderThatIsNoModelAndNoRun() throws IOException {
    refused("is not a model folder", "predict", folder, csv("x,y\n1,a\n"));
    refused("there is no run at", "report", folder);
  }

  @Test
  void aStackTraceIsShownOnlyWhenAskedFor() {
    refused("there is no file", "train", folder.resolve("none.csv"));
    shell.kith("train", folder.resolve("none.csv"), "--debug", "-o", folder.resolve("run"));
    assertThat(shell.err()).contains("at io.kith");
  }

  private static Object[] with(Object[] more, Object... words) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray();
  }

  private Path csv(String text) throws IOException {
    return Files.writeString(folder.resolve("data.csv"), text);
  }

  private void refused(String why, Object... words) {
    Object[] given = words;
    boolean trains = words[0].equals("train") && words.length > 1;
    if (trains && !java.util.Arrays.asList(words).contains("-o")) {
      given = java.util.Arrays.copyOf(words, words.length + 2);
      given[words.length] = "-o";
      given[words.length + 1] = folder.resolve("run");
    }
    assertThat(shell.kith(given)).as(shell.err()).isEqualTo(2);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).startsWith("kith: ").contains(why).doesNotContain("\tat ");
    assertThat(shell.err().lines().filter(line -> line.startsWith("kith: "))).hasSize(1);
    assertThat(shell.err().lines().findFirst().orElseThrow()).matches(".*[.?]");
    if (Files.isDirectory(folder.resolve("run"))) {
      assertThat(folder.resolve("run")).isEmptyDirectory();
    }
  }
}
