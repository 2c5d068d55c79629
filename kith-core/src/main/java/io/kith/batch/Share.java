package io.kith.batch;

/**
 * Which steps a process computes where several share them: of every round of as many steps as there
 * are ranks, the one at its own rank.
 *
 * <p>A last round may have fewer steps than there are ranks. A rank without one gets the round's
 * first, so that it can keep the others company.
 *
 * @param rank counted from 0
 */
public record Share(int rank, int ranks) {
  /** Every step. */
  public static final Share ALL = new Share(0, 1);

  public Share {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException(
          "rank must be within 0.." + (ranks - 1) + ", but was " + rank);
    }
  }

  /** How many rounds it takes to get through so many steps. */
  public int rounds(int steps) {
    return (steps + ranks - 1) / ranks;
  }

  /** Which of so many steps is this rank's in a round, counted from 0. */
  public int step(int round, int steps) {
    int first = round * ranks;
    return first + rank < steps ? first + rank : first;
  }
}
