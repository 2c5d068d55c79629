package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoftLabelsTest {
  private static final ReadOptions SOFT = ReadOptions.defaults().withLabel("p_*");

  @TempDir Path folder;

  @Test
  void columnsOfAPatternBecomeTheLabelsAndTheRestFeatures() throws IOException {
    Dataset data =
        read("x,p_cat,p_dog,y\n1,0.25,0.75,2\n3,,,4\n5,0.6,0.4,6\n7,0.334,0.667,8\n", SOFT);
    assertThat(data.featureNames()).containsExactly("x", "y");
    Labels labels = data.labels();
    assertThat(labels.isSoft()).isTrue();
    assertThat(labels.names()).containsExactly("cat", "dog");
    assertThat(labels.labeledRows()).containsExactly(0, 2, 3);
    assertThat(List.of(labels.label(0), labels.label(1), labels.label(2)))
        .containsExactly(1, Labels.UNLABELED, 0);
    assertThat(labels.target(0, 1)).isEqualTo(0.75f);
    assertThat((double) labels.target(3, 0) + labels.target(3, 1)).isCloseTo(1, within(1e-6));
    assertThat(labels.histogram()).containsExactly(1, 2);
  }

  @Test
  void gatheringAndHidingKeepTheDistributions() {
    Labels labels =
        Labels.soft(
            new float[][] {{0.2f, 0.8f}, null, {0.9f, 0.1f}, {0.5f, 0.5f}}, List.of("a", "b"));
    Labels gathered = labels.gather(new int[] {2, 1, 0});
    assertThat(gathered.target(0, 0)).isEqualTo(0.9f);
    assertThat(gathered.isLabeled(1)).isFalse();
    Labels kept = labels.keepOnly(new int[] {0});
    assertThat(kept.labeledCount()).isEqualTo(1);
    assertThat(kept.target(0, 1)).isEqualTo(0.8f);
    assertThat(labels.label(3)).isZero(); // the first of equals
  }

  @Test
  void writtenAndReadBackTheyAreTheSameInEveryFormat() {
    Labels labels =
        Labels.soft(new float[][] {{0.2f, 0.3f, 0.5f}, null, {1, 0, 0}}, List.of("a", "b", "c"));
    Dataset data = Dataset.of(FloatMatrix.of(new float[][] {{1, 2}, {3, 4}, {5, 6}}), labels);
    for (String name : List.of("d.npz", "d.csv", "d.parquet")) {
      Path file = folder.resolve(name);
      Datasets.write(data, file);
      ReadOptions options = name.endsWith(".npz") ? ReadOptions.defaults() : SOFT;
      Dataset back = Datasets.read(file, options).dataset();
      assertThat(back.fingerprint()).as(name).isEqualTo(data.fingerprint());
    }
  }

  @Test
  void aMatrixBesideAnNpyFileIsSoftLabelsNamedByNumber() {
    Npy.write(folder.resolve("x.npy"), FloatMatrix.of(new float[][] {{1}, {2}}));
    Npy.write(
        folder.resolve("y.npy"),
        FloatMatrix.of(new float[][] {{0.1f, 0.9f}, {Float.NaN, Float.NaN}}));
    Dataset data =
        Datasets.read(folder.resolve("x.npy"), ReadOptions.defaults().withLabel("y.npy")).dataset();
    assertThat(data.labels().names()).containsExactly("0", "1");
    assertThat(data.labels().labeledRows()).containsExactly(0);
  }

  @Test
  void aStreamOfRowsHasThem() throws IOException {
    Path file = folder.resolve("s.csv");
    Files.writeString(file, "x,p_a,p_b\n1,0.1,0.9\n2,,\n3,0.8,0.2\n");
    Schema schema = Datasets.read(file, SOFT).schema();
    StringBuilder seen = new StringBuilder();
    try (RowStream rows = Datasets.stream(file, SOFT, schema, 2)) {
      assertThat(rows.classNames()).containsExactly("a", "b");
      rows.forEach(
          chunk -> {
            for (int i = 0; i < chunk.rows().size(); i++) {
              seen.append(chunk.rows().labels().label(i)).append(' ');
            }
          });
    }
    assertThat(seen).hasToString("1 -1 0 ");
  }

  @Test
  void rowsThatAreNoDistributionAreNamed() throws IOException {
    refused("line 3), must have probabilities that add up to 1, but their sum was 0.8", "0.2,0.6");
    refused("line 3), must have probabilities >= 0, but one was -0.1", "-0.1,1.1");
    refused("line 3), must have a probability for every class or for none, but lacks 1 of 2", ",1");
    refused("line 3), must hold a probability or nothing", "red,blue");
    refused("line 3), must have probabilities that add up to 1", "inf,0");
    Files.writeString(folder.resolve("none.csv"), "x\n1\n");
    assertThatThrownBy(() -> Datasets.read(folder.resolve("none.csv"), SOFT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("has no column \"p_*\" for the label");
    assertThatThrownBy(() -> Labels.soft(new float[][] {{0.4f, 0.4f}}, List.of("a", "b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the label of row 0 must have probabilities that add up to 1, but their sum was 0.8");
    Npy.write(folder.resolve("x.npy"), FloatMatrix.of(new float[][] {{1}, {2}}));
    Npy.write(folder.resolve("y.npy"), FloatMatrix.of(new float[][] {{1, 0}, {3, -2}}));
    ReadOptions beside = ReadOptions.defaults().withLabel("y.npy");
    assertThatThrownBy(() -> Datasets.read(folder.resolve("x.npy"), beside))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("row 2, must have probabilities >= 0, but one was -2.0");
  }

  private void refused(String why, String label) throws IOException {
    assertThatThrownBy(() -> read("x,p_a,p_b\n1,0.5,0.5\n2," + label + "\n", SOFT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(why);
  }

  private Dataset read(String text, ReadOptions options) throws IOException {
    return Datasets.read(Files.writeString(folder.resolve("t.csv"), text), options).dataset();
  }
}
