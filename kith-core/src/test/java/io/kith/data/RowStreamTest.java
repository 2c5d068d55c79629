package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowStreamTest {
  private static final ReadOptions OPTIONS =
      ReadOptions.defaults().withLabel("y").withId("name").withOneHot(true).withImpute(true);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 31, 1000})
  void aStreamHasTheRowsOfTheWholeTableAtAnyChunkSize(int rowsPerChunk) throws IOException {
    Path csv = csv(31);
    Table whole = Datasets.read(csv, OPTIONS);
    Path parquet = folder.resolve("rows.parquet");
    Datasets.write(whole.dataset(), parquet);
    Table wholeParquet = Datasets.read(parquet, OPTIONS.withLabel("label").withId("id"));
    same(whole, csv, OPTIONS, rowsPerChunk);
    same(wholeParquet, parquet, OPTIONS.withLabel("label").withId("id"), rowsPerChunk);
    Path json = json(31);
    same(Datasets.read(json, OPTIONS), json, OPTIONS, rowsPerChunk);
    try (RowStream cut = RowStream.of(whole, rowsPerChunk)) {
      same(whole, cut);
    }
  }

  @Test
  void numbersStandForMissingIdsAndGoOnFromChunkToChunk() throws IOException {
    Path npy = folder.resolve("rows.npy");
    Npy.write(npy, FloatMatrix.of(new float[][] {{1, 2}, {3, 4}, {5, 6}}));
    List<String> ids = new ArrayList<>();
    List<Float> values = new ArrayList<>();
    Schema schema = Schema.numeric(List.of("x", "z"));
    try (RowStream rows = Datasets.stream(npy, ReadOptions.defaults(), schema, 2)) {
      assertThat(rows.size()).isEqualTo(3);
      assertThat(rows.classNames()).isEmpty();
      rows.forEach(
          chunk -> {
            for (int i = 0; i < chunk.rows().size(); i++) {
              ids.add(chunk.id(i));
              values.add(chunk.rows().features().get(i, 1));
            }
          });
    }
    assertThat(ids).containsExactly("0", "1", "2");
    assertThat(values).containsExactly(2f, 4f, 6f);
  }

  @Test
  void categoriesThatTheSchemaDoesNotKnowAreCounted() throws IOException {
    Path first = Files.writeString(folder.resolve("a.csv"), "x,c\n1,red\n2,blue\n3,red\n");
    Schema schema = Datasets.read(first, OPTIONS.withLabel("").withId("")).schema();
    Path second =
        Files.writeString(folder.resolve("b.csv"), "x,c\n1,green\n2,red\n3,green\n4,pink\n");
    try (RowStream rows = Datasets.stream(second, OPTIONS, schema, 1)) {
      rows.forEach(chunk -> {});
      assertThat(rows.unknownCategories()).isEqualTo(Map.of("c", 3));
    }
  }

  @Test
  void aBadValueIsNamedByItsLineHoweverLateItComes() throws IOException {
    Path csv = Files.writeString(folder.resolve("bad.csv"), "x\n1\n2\n3\n4\nfive\n6\n");
    Schema schema = Schema.numeric(List.of("x"));
    refused(csv, ReadOptions.defaults(), schema, "line 6", "five");
    refused(csv, ReadOptions.defaults().withImpute(true), schema, "line 6", "five");
    Path ragged = Files.writeString(folder.resolve("ragged.csv"), "x,z\n1,2\n1,2\n1\n");
    refused(ragged, ReadOptions.defaults(), schema, "line 4");
  }

  @Test
  void aMissingColumnAndAnEmptyTableAreRefusedAtOnce() throws IOException {
    Path csv = Files.writeString(folder.resolve("rows.csv"), "x\n1\n");
    Schema other = Schema.numeric(List.of("z"));
    assertThatThrownBy(() -> Datasets.stream(csv, ReadOptions.defaults(), other, 10))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("\"z\"");
    Path empty = Files.writeString(folder.resolve("empty.csv"), "x\n");
    Schema schema = Schema.numeric(List.of("x"));
    assertThatThrownBy(() -> Datasets.stream(empty, ReadOptions.defaults(), schema, 10))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no rows");
  }

  @Test
  void aFailingConsumerEndsTheReading() throws IOException {
    Path csv = csv(100);
    Schema schema = Datasets.read(csv, OPTIONS).schema();
    try (RowStream rows = Datasets.stream(csv, OPTIONS, schema, 5)) {
      assertThatThrownBy(
              () ->
                  rows.forEach(
                      chunk -> {
                        throw new IllegalStateException("enough after " + chunk.firstRow());
                      }))
          .hasMessage("enough after 0");
    }
  }

  @Test
  void aMatrixIsWrittenInPieces() {
    Path file = folder.resolve("pieces.npy");
    FloatMatrix whole = FloatMatrix.of(new float[][] {{1, 2}, {3, 4}, {5, 6}});
    Npy.write(
        file,
        3,
        2,
        sink -> {
          sink.accept(whole.slice(0, 2));
          sink.accept(whole.slice(2, 3));
        });
    FloatMatrix read = Npy.readMatrix(file);
    assertThat(read.rows()).isEqualTo(3);
    assertThat(read.get(2, 0)).isEqualTo(5);
    assertThatThrownBy(() -> Npy.write(file, 4, 2, sink -> sink.accept(whole)))
        .hasMessage("rows must be 4, but were 3");
    assertThat(Npy.readMatrix(file).rows()).isEqualTo(3);
  }

  private Path csv(int rows) throws IOException {
    StringBuilder text = new StringBuilder("name,x,colour,y\n");
    for (int i = 0; i < rows; i++) {
      String colour = List.of("red", "blue", "").get(i % 3);
      String label = i % 4 == 0 ? "" : i < 10 ? "10.0" : "9";
      text.append("n").append(i).append(',').append(i % 5 == 0 ? "" : i + 0.5);
      text.append(',').append(colour).append(',').append(label).append('\n');
    }
    return Files.writeString(folder.resolve("rows" + rows + ".csv"), text);
  }

  private Path json(int rows) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      String label = i % 4 == 0 ? "null" : i < 10 ? "10" : "9";
      text.append(String.format("{\"name\": \"n%d\", \"x\": %d, \"y\": %s}%n", i, i, label));
    }
    return Files.writeString(folder.resolve("rows.jsonl"), text);
  }

  private static void same(Table whole, Path file, ReadOptions options, int rowsPerChunk) {
    try (RowStream rows = Datasets.stream(file, options, whole.schema(), rowsPerChunk)) {
      same(whole, rows);
    }
  }

  private static void same(Table whole, RowStream rows) {
    Dataset all = whole.dataset();
    assertThat(rows.size()).isEqualTo(all.size());
    assertThat(rows.classNames()).isEqualTo(all.labels().names()).containsExactly("9", "10");
    int[] seen = {0};
    float[] expected = new float[all.features().columns()];
    float[] got = new float[all.features().columns()];
    rows.forEach(
        chunk -> {
          assertThat(chunk.firstRow()).isEqualTo(seen[0]);
          for (int i = 0; i < chunk.rows().size(); i++, seen[0]++) {
            all.features().copyRow(seen[0], expected);
            chunk.rows().features().copyRow(i, got);
            assertThat(got).isEqualTo(expected);
            assertThat(chunk.id(i)).isEqualTo(all.id(seen[0]));
            assertThat(chunk.rows().labels().label(i)).isEqualTo(all.labels().label(seen[0]));
          }
        });
    assertThat(seen[0]).isEqualTo(all.size());
  }

  private static void refused(Path file, ReadOptions options, Schema schema, String... why) {
    assertThatThrownBy(
            () -> {
              try (RowStream rows = Datasets.stream(file, options, schema, 2)) {
                rows.forEach(chunk -> {});
              }
            })
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(why);
  }
}
