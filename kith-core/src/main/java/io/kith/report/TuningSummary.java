package io.kith.report;

import java.util.List;
import java.util.Map;

/**
 * Which options were tried before a run, and how well each did on the validation rows.
 *
 * @param budget what the search was allowed to cost, in trainings of all epochs
 * @param spent what it cost
 * @param leftOut candidates that the budget did not reach
 */
public record TuningSummary(double budget, double spent, int leftOut, List<Trial> trials) {
  public TuningSummary {
    trials = List.copyOf(trials);
  }

  /**
   * One candidate.
   *
   * @param options those in which the candidates differ, by their dotted names
   * @param rounds the last of them is as far as the candidate came
   */
  public record Trial(Map<String, String> options, List<Round> rounds, boolean chosen) {
    public Trial {
      rounds = List.copyOf(rounds);
    }

    public Round last() {
      return rounds.get(rounds.size() - 1);
    }
  }

  /**
   * Validation accuracy and log-loss of the best of so many epochs; NaN where training diverged.
   */
  public record Round(int epochs, double accuracy, double logLoss) {}
}
