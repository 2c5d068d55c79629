package io.kith.spark.graph;

/**
 * How rows are gathered into buckets, each of which one task searches.
 *
 * @param bucketRows about how many rows have a bucket as their first at most; with those that
 *     overlap from its surroundings a bucket holds up to {@value #MOST_OVERLAP} times as many, and
 *     a task needs memory for them twice
 * @param follow how many of its nearest pivots a row follows, each into its bucket
 * @param cuts how many times all rows are cut into buckets anew, by other pivots: what one cut
 *     separates, another may leave together
 */
public record BucketOptions(int bucketRows, int follow, int cuts) {
  static final int MOST_OVERLAP = 3;

  public BucketOptions {
    require("bucketRows", bucketRows, 2);
    require("follow", follow, 1);
    require("cuts", cuts, 1);
  }

  public static BucketOptions defaults() {
    return new BucketOptions(50_000, 4, 1);
  }

  public BucketOptions withBucketRows(int bucketRows) {
    return new BucketOptions(bucketRows, follow, cuts);
  }

  public BucketOptions withFollow(int follow) {
    return new BucketOptions(bucketRows, follow, cuts);
  }

  public BucketOptions withCuts(int cuts) {
    return new BucketOptions(bucketRows, follow, cuts);
  }

  private static void require(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be >= " + least + ", but was " + value);
    }
  }
}
