package io.kith.spark.command;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Tables wherever Spark reads and writes them, of the form that their name ends in. */
final class TableFiles {
  private TableFiles() {}

  /** Asked before Spark is started, so that nothing is done in vain. */
  static void requireAbsent(String option, String path) throws IOException {
    Path place = new Path(path);
    if (place.getFileSystem(hadoop()).exists(place)) {
      throw new BadInputException(
          option + " " + path + " exists already: remove it or choose another place.");
    }
  }

  /** A path may have wildcards. */
  static void requirePresent(String option, String path) throws IOException {
    Path place = new Path(path);
    FileStatus[] found = place.getFileSystem(hadoop()).globStatus(place);
    if (found == null || found.length == 0) {
      throw new BadInputException("there is nothing at " + option + " " + path + ".");
    }
  }

  private static Configuration hadoop() {
    return SparkHadoopUtil.get().newConfiguration(new SparkConf());
  }

  static Dataset<Row> read(SparkSession spark, String path) {
    return switch (format(path)) {
      case "csv" -> spark.read().option("header", true).option("inferSchema", true).csv(path);
      case "tsv" ->
          spark
              .read()
              .option("header", true)
              .option("inferSchema", true)
              .option("sep", "\t")
              .csv(path);
      case "json" -> spark.read().json(path);
      case "orc" -> spark.read().orc(path);
      default -> spark.read().parquet(path);
    };
  }

  static void write(Dataset<Row> table, String path) {
    DataFrameWriter<Row> writer = table.write();
    switch (format(path)) {
      case "csv" -> writer.option("header", true).csv(path);
      case "tsv" -> writer.option("header", true).option("sep", "\t").csv(path);
      case "json" -> writer.json(path);
      case "orc" -> writer.orc(path);
      default -> writer.parquet(path);
    }
  }

  /** What the name ends in, compressed or not; Parquet where it does not tell. */
  private static String format(String path) {
    String name = path.toLowerCase(Locale.ROOT).replaceFirst("/+$", "").replaceFirst("\\.gz$", "");
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    return switch (suffix) {
      case "csv", "tsv", "json", "orc" -> suffix;
      case "jsonl", "ndjson" -> "json";
      default -> "parquet";
    };
  }
}
