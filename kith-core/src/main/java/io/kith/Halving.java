package io.kith;

import io.kith.base.BadInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a budget is spent on candidates by successive halving (Jamieson and Talwalkar 2016): many
 * short trainings, then longer ones of the better third, and at last whole ones of a few.
 *
 * <p>Every round costs about the same. There are as few rounds as the budget allows, for short
 * trainings are bad judges of long ones. Where even the most rounds cost too much, there are fewer
 * candidates.
 */
record Halving(List<Round> rounds) {
  /** Of three candidates one goes on, to three times as many epochs. */
  private static final int FACTOR = 3;

  private static final int MOST_ROUNDS = 4;
  private static final int FINALISTS = 2;

  /**
   * @param share of all epochs that each candidate trains
   */
  record Round(int candidates, double share) {
    int epochs(int all) {
      return Math.max(1, (int) Math.round(share * all));
    }
  }

  /**
   * @param epochs of a whole training; the fewest of all candidates
   * @param budget in whole trainings
   */
  static Halving of(int candidates, int epochs, double budget) {
    if (!(budget >= FINALISTS)) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "a search needs a budget of at least %d trainings, but was given %s.",
              FINALISTS,
              budget));
    }
    Halving longest = rounds(candidates, 1);
    for (int count = 1; count <= MOST_ROUNDS && Math.pow(FACTOR, count - 1) <= epochs; count++) {
      longest = rounds(candidates, count);
      if (longest.cost() <= budget) {
        return longest;
      }
    }
    int fewer = candidates;
    while (longest.cost() > budget) {
      longest = fewer > FINALISTS ? rounds(--fewer, longest.rounds.size()) : rounds(FINALISTS, 1);
    }
    return longest;
  }

  private static Halving rounds(int candidates, int count) {
    List<Round> rounds = new ArrayList<>();
    int left = candidates;
    for (int r = 0; r < count; r++) {
      rounds.add(new Round(left, Math.pow(FACTOR, r + 1 - count)));
      left = Math.max(Math.min(FINALISTS, candidates), (left + FACTOR - 1) / FACTOR);
    }
    return new Halving(rounds);
  }

  int candidates() {
    return rounds.get(0).candidates();
  }

  /** In whole trainings. */
  double cost() {
    return rounds.stream().mapToDouble(round -> round.candidates() * round.share()).sum();
  }
}
