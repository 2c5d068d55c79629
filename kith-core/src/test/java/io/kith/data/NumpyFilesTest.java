package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads files that NumPy and SciPy wrote (make_fixtures.py), and what we wrote ourselves. */
class NumpyFilesTest {
  private static final float[][] MATRIX = {{1.5f, -2, 3.25f}, {0.1f, 5, -6}};

  @TempDir Path folder;

  @Test
  void matricesOfNumPyAreReadWhateverTheirTypeAndOrder() throws Exception {
    for (String name :
        List.of("f4_c.npy", "f4_fortran.npy", "f8_c.npy", "version2.npy", "unaligned.npy")) {
      assertThat(rows(Npy.readMatrix(fixture(name)))).as(name).isEqualTo(MATRIX);
    }
    assertThat(rows(Npy.readMatrix(fixture("u1_matrix.npy"))))
        .isEqualTo(new float[][] {{0, 255}, {128, 1}});
  }

  @Test
  void vectorsOfNumPyAreRead() throws Exception {
    assertThat(Npy.readLongs(fixture("i8_vector.npy"))).containsExactly(3, -1, 1L << 40);
    assertThat(Npy.readInts(fixture("b1_vector.npy"))).containsExactly(1, 0, 1);
    assertThat(Npy.readStrings(fixture("texts.npy"))).containsExactly("a", "", "längst", "日本");
    assertThat(Npy.readStrings(fixture("i8_vector.npy"))[1]).isEqualTo("-1");
    assertThatThrownBy(() -> Npy.readInts(fixture("i8_vector.npy")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("1099511627776");
  }

  @Test
  void sparseMatricesOfSciPyAreRead() throws Exception {
    try (Npz npz = Npz.open(fixture("csr.npz"))) {
      assertThat(npz.names())
          .containsExactlyInAnyOrder("indices", "indptr", "format", "shape", "data");
      assertThat(npz.strings("format")).containsExactly("csr");
      assertThat(npz.longs("shape")).containsExactly(2, 3);
      assertThat(npz.ints("indptr")).containsExactly(0, 1, 2);
      assertThat(npz.ints("indices")).containsExactly(1, 0);
      assertThat(npz.floats("data")).containsExactly(1.5f, 2f);
    }
  }

  @Test
  void dataSetsOfNumPyAreRead() throws Exception {
    Dataset stored = Datasets.read(fixture("stored.npz"), ReadOptions.defaults()).dataset();
    assertThat(rows(stored.features())).isEqualTo(MATRIX);
    assertThat(stored.labels().names()).containsExactly("7");
    assertThat(TableReadingTest.labels(stored)).containsExactly(0, -1);

    ReadOptions some = ReadOptions.defaults().withIgnore(List.of("b"));
    Dataset packed = Datasets.read(fixture("packed.npz"), some).dataset();
    assertThat(packed.featureNames()).containsExactly("a", "c");
    assertThat(rows(packed.features())).isEqualTo(new float[][] {{1.5f, 3.25f}, {0.1f, -6}});
    assertThat(packed.labels().names()).containsExactly("cat");
    assertThat(packed.id(1)).isEqualTo("r1");
    assertThat(packed.groups().orElseThrow().name(1)).isEqualTo("q");
  }

  @Test
  void aMatrixFileTakesItsLabelsFromAnotherFile() throws Exception {
    Path labels = folder.resolve("labels.npy");
    Npy.write(labels, new int[] {4, -1});
    ReadOptions options = ReadOptions.defaults().withLabel(labels.toString());
    Dataset data = Datasets.read(fixture("f4_c.npy"), options).dataset();
    assertThat(TableReadingTest.labels(data)).containsExactly(0, -1);
    assertThat(data.labels().names()).containsExactly("4");
  }

  @Test
  void anImposedSchemaOrdersNamedColumnsAndNamesUnnamedOnes() throws Exception {
    Schema schema = Schema.numeric(List.of("c", "a"));
    Table table = Datasets.read(fixture("packed.npz"), ReadOptions.defaults(), schema);
    assertThat(rows(table.dataset().features()))
        .isEqualTo(new float[][] {{3.25f, 1.5f}, {-6, 0.1f}});

    Schema three = Schema.numeric(List.of("u", "v", "w"));
    Table unnamed = Datasets.read(fixture("f4_c.npy"), ReadOptions.defaults(), three);
    assertThat(unnamed.dataset().featureNames()).containsExactly("u", "v", "w");
  }

  @Test
  void arraysComeBackAsTheyWereWritten() {
    int[] ints = new int[100_003];
    Arrays.setAll(ints, i -> i * 31 - 7);
    float[] floats = new float[16_385];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = i / 3f;
    }
    Path file = folder.resolve("all.npz");
    Npz.write(
        file,
        npz -> {
          npz.add("matrix", FloatMatrix.of(MATRIX));
          npz.add("ints", ints);
          npz.add("longs", new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE});
          npz.add("floats", floats);
          npz.add("none", new int[0]);
          npz.add("texts", new String[] {"", "日本", "\uD83D\uDE00"});
          npz.addAscii("format", "csr");
        });
    try (Npz npz = Npz.open(file)) {
      assertThat(rows(npz.matrix("matrix"))).isEqualTo(MATRIX);
      assertThat(npz.shape("matrix")).containsExactly(2, 3);
      assertThat(npz.ints("ints")).isEqualTo(ints);
      assertThat(npz.longs("longs")).containsExactly(Long.MIN_VALUE, 0, Long.MAX_VALUE);
      assertThat(npz.floats("floats")).isEqualTo(floats);
      assertThat(npz.ints("none")).isEmpty();
      assertThat(npz.strings("texts")).containsExactly("", "日本", "\uD83D\uDE00");
      assertThat(npz.strings("format")).containsExactly("csr");
      assertThat(npz.shape("format")).isEmpty();
    }
    Path one = folder.resolve("one.npy");
    Npy.write(one, FloatMatrix.of(MATRIX));
    assertThat(rows(Npy.readMatrix(one))).isEqualTo(MATRIX);
  }

  @Test
  void headersEndOnAMultipleOf64Bytes() {
    for (long rows = 1; rows < 1_000_000_000_000L; rows *= 10) {
      byte[] header = NpyHeader.of("<f4", rows, 351);
      assertThat(header.length % 64).isZero();
      assertThat(header[header.length - 1]).isEqualTo((byte) '\n');
    }
  }

  @Test
  void arraysThatCannotBeReadAreNamed() throws Exception {
    complains(fixture("big_endian.npy"), ">f4", ".astype('<f4')");
    complains(fixture("objects.npy"), "|O");
    complains(fixture("texts.npy"), "must hold 32- or 64-bit numbers");
    complains(Files.writeString(folder.resolve("a.npy"), "hello"), "not a NumPy array");
    complains(Files.writeString(folder.resolve("a.npz"), "hello"), "not a whole .npz file");
    complains(fixture("csr.npz"), "no array \"features\"", "indptr");
    complains(folder.resolve("gone.npy"), "there is no file");
    byte[] whole = Files.readAllBytes(fixture("f4_c.npy"));
    Path cut = Files.write(folder.resolve("cut.npy"), Arrays.copyOf(whole, whole.length - 1));
    complains(cut, "cut short");
    byte[] packed = Files.readAllBytes(fixture("f8_c.npy"));
    complains(Files.write(folder.resolve("cut8.npy"), Arrays.copyOf(packed, 150)), "cut short");
    complains(Files.write(folder.resolve("head.npy"), Arrays.copyOf(whole, 40)), "head.npy");
  }

  @Test
  void valuesThatAreNotFiniteAreNamed() {
    Path file = folder.resolve("nan.npy");
    Npy.write(file, FloatMatrix.of(new float[][] {{1, 2}, {3, Float.NaN}}));
    complains(file, "column \"f1\"", "row 2", "NaN", "--impute");
    assertThat(
            Datasets.read(file, ReadOptions.defaults().withImpute(true))
                .dataset()
                .features()
                .get(1, 1))
        .isNaN();
  }

  @Test
  void labelsThatDoNotFitAreNamed() {
    Path file = folder.resolve("misfit.npz");
    Npz.write(
        file,
        npz -> {
          npz.add("X", FloatMatrix.of(MATRIX));
          npz.add("y", new int[] {1, 2, 3});
        });
    complains(file, "\"y\"", "3 values", "2 rows");
    Npz.write(
        file,
        npz -> {
          npz.add("X", FloatMatrix.of(MATRIX));
          npz.add("y", new int[] {0, 2});
          npz.add("class_names", new String[] {"a", "b"});
        });
    complains(file, "row 2", "class_names");
  }

  private static void complains(Path file, String... parts) {
    assertThatThrownBy(() -> Datasets.read(file, ReadOptions.defaults()))
        .isInstanceOf(BadInputException.class)
        .message()
        .contains(parts)
        .doesNotContain("\n");
  }

  private static Path fixture(String name) throws URISyntaxException, IOException {
    return Path.of(NumpyFilesTest.class.getResource(name).toURI());
  }

  private static float[][] rows(FloatMatrix matrix) {
    float[][] rows = new float[matrix.rows()][matrix.columns()];
    for (int i = 0; i < rows.length; i++) {
      matrix.copyRow(i, rows[i]);
    }
    return rows;
  }
}
