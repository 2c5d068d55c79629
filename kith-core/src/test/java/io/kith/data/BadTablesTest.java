package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every sentence says what is wrong, where, and the way out, on one line. */
class BadTablesTest {
  private static final ReadOptions ANY = ReadOptions.defaults();

  @TempDir Path folder;

  @Test
  void aMissingFile() {
    assertThat(complaint(folder.resolve("gone.csv"), ANY)).contains("there is no file", "gone.csv");
  }

  @Test
  void aFolderInsteadOfAFile() {
    assertThat(complaint(folder, ANY)).contains("is a folder", ".parquet");
  }

  @Test
  void anUnknownExtension() throws IOException {
    assertThat(complaint("a.xlsx", "x", ANY)).contains("a.xlsx", ".csv", ".npz");
  }

  @Test
  void anEmptyFile() throws IOException {
    assertThat(complaint("a.csv", "", ANY)).contains("a.csv is empty");
    assertThat(complaint("a.jsonl", " \n", ANY)).contains("a.jsonl is empty");
    assertThat(complaint("a.parquet", "", ANY)).contains("a.parquet", "not a whole Parquet file");
  }

  @Test
  void aHeaderOnly() throws IOException {
    assertThat(complaint("a.csv", "x,y\n", ANY)).contains("no rows");
    assertThat(complaint("a.csv", "x,y", ANY)).contains("no rows");
  }

  @Test
  void aRaggedRow() throws IOException {
    assertThat(complaint("a.csv", "x,y\n1,2\n3\n", ANY))
        .contains("line 3", "1 values", "2 columns");
    assertThat(complaint("a.csv", "x,y\n1,2\n3,4,5\n", ANY))
        .contains("line 3", "3 values", "2 columns");
  }

  @Test
  void aQuoteThatIsNeverClosed() throws IOException {
    assertThat(complaint("a.csv", "x,y\n1,\"2\n3,4\n", ANY)).contains("line 2", "quote");
  }

  @Test
  void textThatIsNotUtf8() throws IOException {
    Path file = folder.resolve("latin.csv");
    Files.write(file, new byte[] {'x', ',', 'y', '\n', '1', ',', (byte) 0xe9, '\n'});
    assertThat(complaint(file, ANY)).contains("UTF-8", "line 2");
  }

  @Test
  void aFeatureThatIsNoNumber() throws IOException {
    assertThat(complaint("a.csv", "x,y\n1,2\n\n3,\"tall, blue\"\n", ANY))
        .contains("column \"y\"", "row 2 (line 4)", "\"tall, blue\"", "--one-hot", "--ignore");
    assertThat(complaint("a.csv", "x,y\n1,\n3,blue\n", ANY.withImpute(true)))
        .contains("column \"y\"", "row 2 (line 3)", "\"blue\"", "--one-hot");
    assertThat(complaint("a.jsonl", "{\"x\":1}\n{\"x\":[2]}\n", ANY))
        .contains("column \"x\"", "row 2", "\"[2]\"");
  }

  @Test
  void theFirstBadRowIsNamedInALongFileToo() throws IOException {
    StringBuilder text = new StringBuilder("x,y\n");
    for (int i = 1; i <= 400_000; i++) {
      text.append(i % 1000 == 0 ? "" : "1").append(i % 150_000 == 0 ? ",bad\n" : ",2\n");
    }
    assertThat(complaint("long.csv", text.toString(), ANY.withIgnore(List.of("x"))))
        .contains("\"y\"", "row 150000 (line 150001)");
    assertThat(complaint("long.csv", text.toString(), ANY.withImpute(true)))
        .contains("\"y\"", "row 150000 (line 150001)");
    assertThat(complaint("long.csv", text.toString(), ANY)).contains("\"x\"", "row 1000 ");
  }

  @Test
  void aMissingValue() throws IOException {
    assertThat(complaint("a.csv", "x,y\n1,2\n3,\n", ANY))
        .contains("column \"y\"", "row 2 (line 3)", "no value", "--impute");
    assertThat(complaint("a.csv", "x,y\n1,2\n3,NA\n", ANY)).contains("no value (NA)", "--impute");
    assertThat(complaint("a.csv", "x\n1\n\n3\n", ANY)).contains("row 2 (line 3)", "no value");
    assertThat(complaint("a.csv", "x,y\n1,a\n3,\n", ANY.withOneHot(true)))
        .contains("column \"y\"", "no value", "--impute");
  }

  @Test
  void valuesThatAreNotFinite() throws IOException {
    assertThat(complaint("a.csv", "x\n1\nnan\n", ANY)).contains("\"x\"", "row 2", "NaN");
    assertThat(complaint("a.csv", "x\n1\n-inf\n", ANY)).contains("-inf", "not a finite");
    assertThat(complaint("a.csv", "x\n1\n-inf\n", ANY.withImpute(true))).contains("-inf");
    assertThat(complaint("a.csv", "x\n1\n1e300\n", ANY)).contains("1e300", "not a finite");
  }

  @Test
  void aLabelColumnThatIsNotThere() throws IOException {
    assertThat(complaint("a.csv", "x,y\n1,2\n", ANY.withLabel("kind")))
        .contains("no column \"kind\" for the label", "the columns x, y");
    String wide = String.join(",", IntStream.range(0, 50).mapToObj(j -> "f" + j).toList());
    assertThat(complaint("a.csv", wide + "\n" + wide + "\n", ANY.withLabel("kind")))
        .contains("50 columns, the first of them f0", "f19.");
    assertThat(complaint("a.csv", "x,y\n1,2\n", ANY.withGroup("who"))).contains("for the group");
  }

  @Test
  void columnsWithoutAnOwnName() throws IOException {
    assertThat(complaint("a.csv", "x,y,x\n1,2,3\n", ANY)).contains("two columns named \"x\"");
    assertThat(complaint("a.csv", ",x\n1,2\n", ANY)).contains("no name for column 1");
  }

  @Test
  void aPatternThatMatchesNothing() throws IOException {
    assertThat(complaint("a.csv", "x,y\n1,2\n", ANY.withFeatures(List.of("f*"))))
        .contains("--features 'f*'", "the columns x, y");
    assertThat(complaint("a.csv", "x,y\n1,2\n", ANY.withIgnore(List.of("z"))))
        .contains("--ignore 'z'");
    assertThat(complaint("a.csv", "x,y\n1,2\n", ANY.withIgnore(List.of("*"))))
        .contains("no feature column left");
  }

  @Test
  void aBrokenJsonLine() throws IOException {
    assertThat(complaint("a.jsonl", "{\"x\":1}\n\n{\"x\":2\n{\"x\":3}\n", ANY)).contains("line 3");
    assertThat(complaint("a.jsonl", "{\"x\":1}\nhello\n", ANY)).contains("line 2");
    assertThat(complaint("a.jsonl", "{\"x\":1}\n3\n", ANY)).contains("line 2");
    assertThat(complaint("a.jsonl", "hello\n", ANY)).contains("line 1");
    assertThat(complaint("a.json", "[{\"x\":1},", ANY)).contains("cut short");
    assertThat(complaint("a.json", "[{\"x\":1},{\"x\" 2}]", ANY)).contains("not valid JSON");
  }

  @Test
  void aBrokenParquetFile() throws IOException {
    assertThat(complaint("a.parquet", "this is not a Parquet file", ANY))
        .contains("not a whole Parquet file");
    assertThat(complaint("b.parquet", "PAR1aaaaaaaaaaaaaaaaaaaaaaPAR1", ANY))
        .contains("not a whole Parquet file");
  }

  @Test
  void aPackedFileThatIsNotPacked() throws IOException {
    assertThat(complaint("a.csv.gz", "x,y\n1,2\n", ANY)).contains("a.csv.gz");
  }

  @Test
  void aColumnThatAnImposedSchemaNeeds() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "x,y\n1,2\n");
    Schema schema = Schema.numeric(List.of("x", "z"));
    assertThat(
            catchThrowableOfType(BadInputException.class, () -> Datasets.read(file, ANY, schema)))
        .hasMessageContaining("no column \"z\"");
  }

  @Test
  void tooManyCategories() throws IOException {
    StringBuilder text = new StringBuilder("x,name\n");
    IntStream.range(0, 1001).forEach(i -> text.append(i).append(",n").append(i).append('\n'));
    assertThat(complaint("a.csv", text.toString(), ANY.withOneHot(true)))
        .contains("\"name\"", "more than 1000", "--ignore");
  }

  @Test
  void aRowWithoutItsGroup() throws IOException {
    assertThat(complaint("a.csv", "x,who\n1,a\n2,\n", ANY.withGroup("who")))
        .contains("row 2 (line 3)", "\"who\"");
  }

  private String complaint(String name, String text, ReadOptions options) throws IOException {
    return complaint(Files.writeString(folder.resolve(name), text), options);
  }

  private static String complaint(Path file, ReadOptions options) {
    BadInputException e =
        catchThrowableOfType(BadInputException.class, () -> Datasets.read(file, options));
    assertThat(e).as("a complaint about %s", file).isNotNull();
    assertThat(e.getMessage()).doesNotContain("\n").endsWith(".");
    return e.getMessage();
  }
}
