package io.kith.graph;

/**
 * How hard approximate search tries; more of anything finds more and takes longer.
 *
 * @param overlap how many of its nearest pivots a row follows at the first cut
 * @param leafRows rows of a leaf at most; all pairs within a leaf are compared
 * @param rounds how many times rows meet the neighbours of their neighbours
 * @param groupRows rows, near each other, that meet the same candidates in a round, at most
 * @param candidates how many candidates such a group meets at most
 */
public record ApproximateOptions(
    int overlap, int leafRows, int rounds, int groupRows, int candidates) {
  public ApproximateOptions {
    require("overlap", overlap, 1);
    require("leafRows", leafRows, 2 * overlap);
    require("rounds", rounds, 0);
    require("groupRows", groupRows, 2);
    require("candidates", candidates, 1);
  }

  public static ApproximateOptions defaults() {
    return new ApproximateOptions(10, 2000, 2, 256, 4000);
  }

  public ApproximateOptions withOverlap(int overlap) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, candidates);
  }

  public ApproximateOptions withLeafRows(int leafRows) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, candidates);
  }

  public ApproximateOptions withRounds(int rounds) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, candidates);
  }

  public ApproximateOptions withGroupRows(int groupRows) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, candidates);
  }

  public ApproximateOptions withCandidates(int candidates) {
    return new ApproximateOptions(overlap, leafRows, rounds, groupRows, candidates);
  }

  private static void require(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be >= " + least + ", but was " + value);
    }
  }
}
