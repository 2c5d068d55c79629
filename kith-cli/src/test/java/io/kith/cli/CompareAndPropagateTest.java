package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareAndPropagateTest {
  @TempDir Path folder;
  private final Shell shell = new Shell();

  @Test
  void aComparisonEndsInTablePlotAndFiles() throws IOException {
    Path data = Flowers.csv(folder.resolve("flowers.csv"), 400, 1);
    Path out = folder.resolve("out");
    Object[] command = {
      "compare",
      data,
      "--label",
      "species",
      "--id",
      "name",
      "--ratios",
      "5,50",
      "--seeds",
      2,
      "--methods",
      "supervised,graph,poisson",
      "--tune",
      0,
      "--epochs",
      2,
      "--hidden",
      "8",
      "-o",
      out
    };
    assertThat(shell.kith(command)).as(shell.err()).isZero();
    assertThat(shell.out())
        .contains("12/12", "Test accuracy in %", "supervised", "poisson", "CPU seconds");
    assertThat(out.resolve("comparison.svg")).content().startsWith("<svg");
    assertThat(Files.readAllLines(out.resolve("comparison.csv"))).hasSize(7);
    assertThat(out.resolve("comparison.json")).exists();
    assertThat(shell.kith(command)).isZero();
    assertThat(shell.out().lines().filter(line -> line.contains("(done before)"))).hasSize(12);
  }

  @Test
  void whatCannotBeCompared() throws IOException {
    Path data = Flowers.csv(folder.resolve("flowers.csv"), 80, 1);
    Path out = folder.resolve("out");
    refused("but one of --ratios was 120", "compare", data, "--ratios", "5,120", "-o", out);
    refused("but one of --ratios was -1", "compare", data, "--ratios", "-1", "-o", out);
    refused("there is no method 'magic'", "compare", data, "--methods", "magic", "-o", out);
    refused("--ratios, not one --label-ratio", "compare", data, "--label-ratio", 0.5, "-o", out);
    refused("seeds must be >= 1", "compare", data, "--seeds", 0, "-o", out);
    assertThat(out).doesNotExist();
    refused(
        "needs labelled test rows",
        "compare",
        data,
        "--label",
        "species",
        "--id",
        "name",
        "--test",
        0,
        "-o",
        out);
  }

  @Test
  void aVanishedClassIsWarnedOfByName() throws IOException {
    Path data = Flowers.csv(folder.resolve("flowers.csv"), 200, 1);
    int code =
        shell.kith(
            "compare",
            data,
            "--label",
            "species",
            "--id",
            "name",
            "--ratios",
            "0.5",
            "--seeds",
            1,
            "--methods",
            "poisson",
            "--tune",
            0,
            "--no-stratify",
            "-o",
            folder.resolve("out"));
    assertThat(code).as(shell.err()).isZero();
    assertThat(shell.err())
        .containsPattern("at 0.5 % and seed 1 no label is left of (rose|tulip);");
  }

  @Test
  void labelsArePropagatedAndUnreachedRowsHaveNoClass() throws IOException {
    Path data = Flowers.csv(folder.resolve("flowers.csv"), 300, 10);
    // far away from all others, and joined only with each other
    StringBuilder lines = new StringBuilder(Files.readString(data));
    for (int i = 0; i < 5; i++) {
      lines.append("far").append(i).append(",100").append(i).append(",100,\n");
    }
    Files.writeString(data, lines);
    Path out = folder.resolve("answers.csv");
    Object[] command = {
      "propagate", data, "--label", "species", "--id", "name", "--neighbors", 4, "-o", out
    };
    assertThat(shell.kith(command)).as(shell.err()).isZero();
    assertThat(shell.out()).contains("unreached    5", "accuracy     100.0 %");
    assertThat(shell.err()).contains("5 rows were reached by no label");
    List<String> rows = Files.readAllLines(out);
    assertThat(rows.get(0)).isEqualTo("id,label,predicted,p_rose,p_tulip");
    assertThat(rows.get(2)).startsWith("n1,tulip,tulip,");
    assertThat(rows.get(5)).startsWith("n4,,rose,");
    assertThat(rows.get(305)).matches("far4,,,0(\\.0)?,0(\\.0)?");
  }

  @Test
  void everyLearnerPropagatesOverAStoredGraph() throws IOException {
    Path data = Flowers.csv(folder.resolve("flowers.csv"), 200, 5);
    Path graph = folder.resolve("graph.npz");
    assertThat(shell.kith("graph", data, "--features", "length,width", "-o", graph)).isZero();
    for (String method :
        List.of("label-propagation", "label-spreading", "measure-propagation", "mad", "poisson")) {
      int code =
          shell.kith(
              "propagate",
              data,
              "--label",
              "species",
              "--id",
              "name",
              "--graph",
              graph,
              "--method",
              method,
              "--class-mass",
              "-o",
              folder.resolve("answers.tsv"));
      assertThat(code).as(shell.err()).isZero();
      assertThat(shell.out()).as(method).contains("accuracy     100.0 %");
    }
    refused(
        "--alpha means nothing to --method poisson",
        "propagate",
        data,
        "--method",
        "poisson",
        "--alpha",
        0.5);
    refused("alpha must be > 0 and < 1", "propagate", data, "--alpha", 1);
    refused("'magic' is not one of label-propagation", "propagate", data, "--method", "magic");
    refused("no row has a label", "propagate", data, "--features", "length,width");
  }

  private void refused(String why, Object... words) {
    assertThat(shell.kith(words)).as(shell.err()).isEqualTo(2);
    assertThat(shell.err()).startsWith("kith: ").contains(why).doesNotContain("\tat ");
    assertThat(shell.err().lines().filter(line -> line.startsWith("kith: "))).hasSize(1);
  }
}
