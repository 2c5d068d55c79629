package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableReadingTest {
  private static final ReadOptions KIND = ReadOptions.defaults().withLabel("kind");

  @TempDir Path folder;

  @Test
  void aCsvFileBecomesFeaturesAndLabelsInRowOrder() throws IOException {
    Dataset data = read("a.csv", "x,kind,y\n1.5,dog,-2\n0.25,,3e2\n7,cat,0\n", KIND).dataset();

    assertThat(data.featureNames()).containsExactly("x", "y");
    assertThat(rows(data)).isEqualTo(new float[][] {{1.5f, -2}, {0.25f, 300}, {7, 0}});
    assertThat(data.labels().names()).containsExactly("cat", "dog");
    assertThat(labels(data)).containsExactly(1, -1, 0);
    assertThat(data.id(2)).isEqualTo("2");
  }

  @Test
  void theDelimiterIsFoundOutFromTheHeader() throws IOException {
    for (String delimiter : List.of(",", ";", "\t", "|")) {
      String text = "x,\"a b\",kind\n1,2,c\n".replace(",", delimiter);
      Dataset data = read("any.csv", text, KIND).dataset();
      assertThat(data.featureNames()).containsExactly("x", "a b");
      assertThat(rows(data)).isEqualTo(new float[][] {{1, 2}});
    }
    assertThat(rows(read("x.csv", "x:kind\n1:c\n", KIND.withDelimiter(":")).dataset()))
        .isEqualTo(new float[][] {{1}});
  }

  @Test
  void windowsLineEndsBlankLinesQuotesAndMarksAreRead() throws IOException {
    Dataset data =
        read(
                "w.csv",
                "\uFEFFx,\"y \"\"q\"\"\",kind\r\n1,\"2\",\"a\r\nb\"\r\n\r\n3,4,\"c,d\"\r\n",
                KIND)
            .dataset();
    assertThat(data.featureNames()).containsExactly("x", "y \"q\"");
    assertThat(rows(data)).isEqualTo(new float[][] {{1, 2}, {3, 4}});
    assertThat(data.labels().names()).hasSize(2).contains("c,d");
  }

  @Test
  void columnsThatDifferInCaseOnlyAreDifferentColumns() throws IOException {
    assertThat(rows(read("case.csv", "a,A\n1,2\n", ReadOptions.defaults()).dataset()))
        .isEqualTo(new float[][] {{1, 2}});
  }

  @Test
  void packedFilesAndOddFileNamesAreRead() throws IOException {
    Path packed = folder.resolve("t[1]*'.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("x\tkind\n1\ta\n2\tb\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(rows(Datasets.read(packed, KIND).dataset())).isEqualTo(new float[][] {{1}, {2}});
  }

  @Test
  void foldersNamedLikePartitionsAddNoColumn() throws IOException {
    Path inside = Files.createDirectories(folder.resolve("run=3"));
    Path file = Files.writeString(inside.resolve("a.csv"), "x\n1\n");
    assertThat(Datasets.read(file, ReadOptions.defaults()).dataset().featureNames())
        .containsExactly("x");
  }

  @Test
  void patternsChooseColumnsAndRolesAreNoFeatures() throws IOException {
    String text = "f1,f2,g,who,name,kind,note\n1,2,3,ann,r1,a,?\n4,5,6,bob,r2,b,?\n";
    ReadOptions options = KIND.withGroup("who").withId("name").withIgnore(List.of("no*"));

    Dataset all = read("p.csv", text, options).dataset();
    assertThat(all.featureNames()).containsExactly("f1", "f2", "g");
    assertThat(all.id(1)).isEqualTo("r2");
    assertThat(all.groups().orElseThrow().name(1)).isEqualTo("bob");

    assertThat(read("p.csv", text, options.withFeatures(List.of("f?"))).dataset().featureNames())
        .containsExactly("f1", "f2");
  }

  @Test
  void classesAreInOrderWhateverTheOrderOfRows() throws IOException {
    assertThat(classes("10,9,2,-1")).containsExactly("-1", "2", "9", "10");
    assertThat(classes("10,9,x")).containsExactly("10", "9", "x");
    assertThat(classes("2.0,1.0,2")).containsExactly("1", "2");
    assertThat(classes("1.5,1.0")).containsExactly("1", "1.5");
    assertThat(classes("v2.0,v1")).containsExactly("v1", "v2.0");
  }

  private List<String> classes(String column) throws IOException {
    String text = "x,kind\n" + column.replaceAll("([^,]+),?", "1,$1\n");
    return read("classes.csv", text, KIND).dataset().labels().names();
  }

  @Test
  void textColumnsBecomeOneFeatureForEachCategory() throws IOException {
    Table table =
        read("h.csv", "x,color,kind\n1,red,a\n2,blue,b\n3,red,a\n", KIND.withOneHot(true));
    assertThat(table.schema().columns())
        .containsExactly(
            new FeatureColumn.Numeric("x"),
            new FeatureColumn.Categorical("color", List.of("blue", "red")));
    assertThat(table.dataset().featureNames()).containsExactly("x", "color=blue", "color=red");
    assertThat(rows(table.dataset())).isEqualTo(new float[][] {{1, 0, 1}, {2, 1, 0}, {3, 0, 1}});
  }

  @Test
  void anImposedSchemaReadsNewFilesTheSameWay() throws IOException {
    Schema schema =
        new Schema(
            List.of(
                new FeatureColumn.Categorical("color", List.of("blue", "red")),
                new FeatureColumn.Numeric("x")));
    Path file = write("new.csv", "x,more,color\n1,?,green\n2,?,blue\n3,?,green\n");

    Table table = Datasets.read(file, KIND, schema);

    assertThat(rows(table.dataset())).isEqualTo(new float[][] {{0, 0, 1}, {1, 0, 2}, {0, 0, 3}});
    assertThat(table.unknownCategories()).isEqualTo(Map.of("color", 2));
    assertThat(table.dataset().labels().labeledCount()).isZero();
  }

  @Test
  void missingValuesAreKeptWhenTheyWillBeImputed() throws IOException {
    Dataset data =
        read("m.csv", "x,y\n1,\n,NaN\nNA,4\n", ReadOptions.defaults().withImpute(true)).dataset();
    assertThat(rows(data))
        .isEqualTo(new float[][] {{1, Float.NaN}, {Float.NaN, Float.NaN}, {Float.NaN, 4}});
  }

  @Test
  void jsonLinesMayLackKeysAndNameThemLate() throws IOException {
    String text = "{\"x\":1,\"y\":\"2.5\"}\n\n{\"y\":3,\"x\":2,\"kind\":\"a\"}\n";
    for (String name : List.of("a.jsonl", "a.ndjson", "a.json")) {
      Dataset data = read(name, text, KIND).dataset();
      assertThat(rows(data)).isEqualTo(new float[][] {{1, 2.5f}, {2, 3}});
      assertThat(labels(data)).containsExactly(-1, 0);
    }
    String array = "[{\"x\":1,\"kind\":7},{\"x\":2,\"kind\":null}]";
    assertThat(labels(read("array.json", array, KIND).dataset())).containsExactly(0, -1);
  }

  @Test
  void parquetColumnsOfAllNumberTypesAreRead() throws SQLException {
    Path file = folder.resolve("types.parquet");
    try (DuckDb db = new DuckDb()) {
      db.execute(
          "COPY (SELECT * FROM (VALUES (1::TINYINT, 2::BIGINT, 0.5::DOUBLE, 1.25::DECIMAL(9,2),"
              + " true, '7', 2.0::DOUBLE), (NULL, 3, 0.25, 2, false, '8', NULL)) t(a, b, c, d, e,"
              + " f, kind)) TO "
              + DuckDb.text(file.toString())
              + " (FORMAT parquet)");
    }
    Dataset data = Datasets.read(file, KIND.withImpute(true)).dataset();
    assertThat(rows(data))
        .isEqualTo(new float[][] {{1, 2, 0.5f, 1.25f, 1, 7}, {Float.NaN, 3, 0.25f, 2, 0, 8}});
    assertThat(data.labels().names()).containsExactly("2");
    assertThat(labels(data)).containsExactly(0, -1);
  }

  @Test
  void manyBlocksOfRowsKeepTheirOrder() throws IOException {
    StringBuilder text = new StringBuilder("x,kind\n");
    for (int i = 0; i < 300_000; i++) {
      text.append(i).append(',').append(i % 7).append('\n');
    }
    Dataset data = read("long.csv", text.toString(), KIND).dataset();
    assertThat(data.size()).isEqualTo(300_000);
    for (int i = 0; i < data.size(); i++) {
      if (data.features().get(i, 0) != i || data.labels().label(i) != i % 7) {
        assertThat(data.features().get(i, 0)).as("row %d", i).isEqualTo(i);
      }
    }
  }

  private Table read(String name, String text, ReadOptions options) throws IOException {
    return Datasets.read(write(name, text), options);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  static float[][] rows(Dataset data) {
    float[][] rows = new float[data.size()][data.features().columns()];
    for (int i = 0; i < rows.length; i++) {
      data.features().copyRow(i, rows[i]);
    }
    return rows;
  }

  static int[] labels(Dataset data) {
    return java.util.stream.IntStream.range(0, data.size()).map(data.labels()::label).toArray();
  }
}
