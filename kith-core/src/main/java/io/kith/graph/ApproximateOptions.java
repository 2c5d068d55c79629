package io.kith.graph;

/**
 * How hard approximate search tries; more of anything finds more and takes longer.
 *
 * @param overlap how many of its nearest pivots a row follows at the first cut
 * @param leafRows rows of a leaf at most; all pairs within a leaf are compared
 * @param rounds how many times rows meet the neighbours of their neighbours
 * @param groupRows rows, near each other, whose neighbours meet together, at most
 * @param links how many of its nearest a row brings to such a meeting, and how many rows that have
 *     it among theirs
 * @param variance the share of the rows' variance that is kept for a first look at them; 1 looks at
 *     whole rows
 * @param spare how many rows more than asked for are remembered until whole rows decide
 */
public record ApproximateOptions(
    int overlap, int leafRows, int rounds, int groupRows, int links, double variance, int spare) {
  public ApproximateOptions {
    require("overlap", overlap, 1);
    require("leafRows", leafRows, 2 * overlap);
    require("rounds", rounds, 0);
    require("groupRows", groupRows, 2);
    require("links", links, 1);
    require("spare", spare, 0);
    if (!(variance > 0 && variance <= 1)) {
      throw new IllegalArgumentException(
          "variance must be above 0 and at most 1, but was " + variance);
    }
  }

  public static ApproximateOptions defaults() {
    return new ApproximateOptions(10, 2000, 2, 256, 12, 0.96, 8);
  }

  public ApproximateOptions withOverlap(int overlap) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, links, variance, spare);
  }

  public ApproximateOptions withLeafRows(int leafRows) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, links, variance, spare);
  }

  public ApproximateOptions withRounds(int rounds) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, links, variance, spare);
  }

  public ApproximateOptions withGroupRows(int groupRows) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, links, variance, spare);
  }

  public ApproximateOptions withLinks(int links) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, links, variance, spare);
  }

  public ApproximateOptions withVariance(double variance) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, links, variance, spare);
  }

  public ApproximateOptions withSpare(int spare) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, links, variance, spare);
  }

  private static void require(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be >= " + least + ", but was " + value);
    }
  }
}
