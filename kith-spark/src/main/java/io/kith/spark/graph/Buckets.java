package io.kith.spark.graph;

import io.kith.base.Seed;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Which buckets a row goes to, given its nearest pivots: those that the groups of these pivots have
 * become, as far as they have room.
 *
 * <p>A group that owns too many rows, because most are as good as identical, is dealt out to
 * several buckets by row number. A bucket takes the rows nearest to its own pivots in any case, and
 * those to which its pivots are second, third and so on while there is room for all of a rank; so
 * no bucket is much larger than wished, and every row is in a bucket.
 */
final class Buckets implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] groupOfPivot;
  private final int[] firstOfGroup;
  private final int follow;
  private final long salt;
  private int[] lastRank;

  Buckets(PivotGroups groups, long[] owned, int bucketRows, int follow, Seed seed) {
    this.groupOfPivot = groups.groupOf();
    this.follow = follow;
    this.salt = seed.value();
    long[] rows = new long[groups.count()];
    for (int p = 0; p < groupOfPivot.length; p++) {
      rows[groupOfPivot[p]] += owned[p];
    }
    this.firstOfGroup = new int[rows.length + 1];
    for (int g = 0; g < rows.length; g++) {
      long parts = Math.max(1, rows[g] / bucketRows);
      firstOfGroup[g + 1] = Math.toIntExact(firstOfGroup[g] + parts);
    }
    this.lastRank = new int[count()];
    Arrays.fill(lastRank, follow - 1);
  }

  int count() {
    return firstOfGroup[firstOfGroup.length - 1];
  }

  /** What to do with a bucket that a row goes to, because of its pivot of a rank. */
  @FunctionalInterface
  interface Visitor {
    void visit(int bucket, int rank);
  }

  /** Goes through the buckets of a row, each once. */
  void forEach(NearPivots near, int row, Visitor visitor) {
    for (int rank = 0; rank < Math.min(follow, near.follow()); rank++) {
      int bucket = bucket(near, row, rank);
      boolean known = false;
      for (int before = 0; before < rank && !known; before++) {
        known = bucket(near, row, before) == bucket;
      }
      if (!known && rank <= lastRank[bucket]) {
        visitor.visit(bucket, rank);
      }
    }
  }

  /** Counts, for each bucket, the rows that come to it at each rank. */
  void count(NearPivots near, long[] into) {
    for (int row = 0; row < near.size(); row++) {
      forEach(near, row, (bucket, rank) -> into[bucket * follow + rank]++);
    }
  }

  /**
   * Keeps ranks out of buckets that would hold more than {@code most} rows with them.
   *
   * @return how many rows all buckets hold together
   */
  long limit(long[] counts, long most) {
    long all = 0;
    for (int bucket = 0; bucket < lastRank.length; bucket++) {
      long rows = counts[bucket * follow];
      int rank = 1;
      while (rank < follow && rows + counts[bucket * follow + rank] <= most) {
        rows += counts[bucket * follow + rank++];
      }
      lastRank[bucket] = rank - 1;
      all += rows;
    }
    return all;
  }

  private int bucket(NearPivots near, int row, int rank) {
    int group = groupOfPivot[near.pivot(row, rank)];
    int parts = firstOfGroup[group + 1] - firstOfGroup[group];
    int part =
        parts == 1
            ? 0
            : (int) Long.remainderUnsigned(new Seed(salt).derive(near.ids()[row]).value(), parts);
    return firstOfGroup[group] + part;
  }
}
