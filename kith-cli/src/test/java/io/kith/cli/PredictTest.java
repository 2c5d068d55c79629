package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.data.Datasets;
import io.kith.data.Npy;
import io.kith.data.ReadOptions;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictTest {
  @TempDir Path folder;
  private final Shell shell = new Shell();
  private Path csv;
  private Path model;

  @BeforeEach
  void train() throws IOException {
    csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    model = train("16,6");
  }

  @Test
  void embeddingsAreTheLastHiddenLayerRowForRow() throws IOException {
    Path plain = folder.resolve("plain.csv");
    Path out = folder.resolve("out.csv");
    Path hidden = folder.resolve("hidden.npy");
    assertThat(shell.kith("predict", model, csv, "-o", plain)).as(shell.err()).isZero();
    assertThat(shell.kith("predict", model, csv, "-o", out, "--embeddings", hidden))
        .as(shell.err())
        .isZero();
    assertThat(shell.out()).contains("embeddings", "(6 units)", "accuracy");
    assertThat(out).hasSameTextualContentAs(plain);
    FloatMatrix units = Npy.readMatrix(hidden);
    assertThat(units.rows()).isEqualTo(400);
    assertThat(units.columns()).isEqualTo(6);
    float largest = 0;
    for (int i = 0; i < 400; i++) {
      for (int j = 0; j < 6; j++) {
        assertThat(units.get(i, j)).isNotNegative(); // ReLU
        largest = Math.max(largest, units.get(i, j));
      }
    }
    assertThat(largest).isPositive();
  }

  @Test
  void moreRowsThanAChunkHoldsComeOutInOrder() throws IOException {
    Path many = Flowers.csv(folder.resolve("many.csv"), 20_000, 3);
    Path out = folder.resolve("out.csv");
    assertThat(shell.kith("predict", model, many, "-o", out)).as(shell.err()).isZero();
    List<String> lines = Files.readAllLines(out);
    assertThat(lines).hasSize(20_001);
    for (int i = 0; i < 20_000; i++) {
      assertThat(lines.get(i + 1)).startsWith("n" + i + ",");
    }
  }

  @Test
  void aMappedNumpyFileGivesTheProbabilitiesOfTheTable() throws IOException {
    ReadOptions reading = ReadOptions.defaults().withFeatures(List.of("length", "width"));
    Path npy = folder.resolve("rows.npy");
    Npy.write(npy, Datasets.read(csv, reading).dataset().features());
    Path fromTable = folder.resolve("table.csv");
    Path fromArray = folder.resolve("array.csv");
    assertThat(shell.kith("predict", model, csv, "-o", fromTable)).as(shell.err()).isZero();
    assertThat(shell.kith("predict", model, npy, "-o", fromArray)).as(shell.err()).isZero();
    List<String> table = Files.readAllLines(fromTable);
    List<String> array = Files.readAllLines(fromArray);
    assertThat(array.get(0)).isEqualTo("id,predicted,p_rose,p_tulip");
    for (int i = 1; i < table.size(); i++) {
      String[] cells = table.get(i).split(",");
      assertThat(array.get(i))
          .isEqualTo(String.join(",", "" + (i - 1), cells[2], cells[3], cells[4]));
    }
  }

  @Test
  void whatCannotBeWrittenLeavesNothingBehind() throws IOException {
    Path hidden = folder.resolve("hidden.csv");
    Path out = folder.resolve("out.csv");
    assertThat(shell.kith("predict", model, csv, "-o", out, "--embeddings", hidden)).isEqualTo(2);
    assertThat(shell.err()).contains("written as .npy");
    Path broken = Files.writeString(folder.resolve("broken.csv"), "length,width\n1,2\n1,red\n");
    Path npy = folder.resolve("hidden.npy");
    assertThat(shell.kith("predict", model, broken, "-o", out, "--embeddings", npy)).isEqualTo(2);
    assertThat(shell.err()).contains("line 3", "red");
    assertThat(npy).doesNotExist();
    assertThat(out).doesNotExist();
  }

  private Path train(String hidden) {
    Path run = folder.resolve("run");
    int code =
        shell.kith(
            "train",
            csv,
            "-o",
            run,
            "--id",
            "name",
            "--label",
            "species",
            "--hidden",
            hidden,
            "--epochs",
            4,
            "--batch-size",
            64,
            "--learning-rate",
            0.05);
    assertThat(code).as(shell.err()).isZero();
    return run.resolve("model");
  }
}
