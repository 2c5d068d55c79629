package io.kith.spark;

import org.apache.spark.sql.SparkSession;

/** A Spark of two threads in this process, shared by the tests of a run. */
public final class LocalSpark {
  private LocalSpark() {}

  public static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("kith")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.driver.host", "localhost")
        .getOrCreate();
  }
}
