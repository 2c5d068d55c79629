package io.kith;

import io.kith.base.BadInputException;
import io.kith.data.Split;
import io.kith.report.TuningSummary;
import io.kith.train.EpochSummary;
import io.kith.train.TrainingDivergedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Chooses among options by how well they do on the validation rows, by successive halving within a
 * budget.
 *
 * <p>The first candidate is the one to beat: it stays to the last round, where all are trained for
 * all of their epochs, so that none is chosen which does worse than it on the validation rows. Of
 * equally accurate candidates the lower log-loss wins, then the earlier one. The same candidates
 * and budget choose the same options on any number of threads.
 */
public final class Tuning {
  /** Where a search that was interrupted left its trials, beside the run's checkpoint. */
  public static final String FILE = "tuning.json";

  private final RunOptions best;
  private final TuningSummary summary;
  private final TrialLog log;

  private Tuning(RunOptions best, TuningSummary summary, TrialLog log) {
    this.best = best;
    this.summary = summary;
    this.log = log;
  }

  /**
   * Tries the candidates. Looks at no test row.
   *
   * @param candidates any options of the same data and split, the one to beat first
   * @param budget what the search may cost, in trainings of all epochs; at least 2
   */
  public static Tuning of(
      Preparation rows, List<RunOptions> candidates, double budget, RunContext context) {
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException("candidates must be at least one, but were none");
    }
    require(rows.split(), budget);
    int epochs = candidates.stream().mapToInt(o -> o.training().epochs()).min().orElseThrow();
    Halving halving = Halving.of(candidates.size(), epochs, budget);
    List<RunOptions> tried = candidates.subList(0, halving.candidates());
    TrialLog log = TrialLog.of(rows, tried, halving, context);
    Search search = new Search(rows, tried, halving, log, context);
    int winner = search.winner();
    List<TuningSummary.Trial> trials = search.trials(winner);
    TuningSummary summary =
        new TuningSummary(budget, halving.cost(), candidates.size() - halving.candidates(), trials);
    return new Tuning(tried.get(winner), summary, log);
  }

  public RunOptions best() {
    return best;
  }

  public TuningSummary summary() {
    return summary;
  }

  /** Fails before any work where there is nothing to judge by, or too little to spend. */
  static void require(Split split, double budget) {
    Halving.requireBudget(budget);
    if (split.validation().length == 0) {
      throw new BadInputException(
          "a search needs labelled validation rows to judge by: set --validation above 0.");
    }
  }

  /** Removes what was kept for resuming. */
  void forget() {
    log.remove();
  }

  /** A search under way. */
  private static final class Search {
    private final Preparation rows;
    private final List<RunOptions> candidates;
    private final Halving halving;
    private final TrialLog log;
    private final RunContext context;
    private final List<List<TuningSummary.Round>> rounds = new ArrayList<>();
    private long epochsDone;

    Search(
        Preparation rows,
        List<RunOptions> candidates,
        Halving halving,
        TrialLog log,
        RunContext context) {
      this.rows = rows;
      this.candidates = candidates;
      this.halving = halving;
      this.log = log;
      this.context = context;
      candidates.forEach(candidate -> rounds.add(new ArrayList<>()));
    }

    int winner() {
      List<Integer> left = IntStream.range(0, candidates.size()).boxed().toList();
      for (Halving.Round round : halving.rounds()) {
        left = best(left, round.candidates());
        for (int candidate : byGraph(left)) {
          rounds.get(candidate).add(trial(candidate, round));
        }
      }
      return best(left, left.size()).get(0);
    }

    List<TuningSummary.Trial> trials(int winner) {
      OptionDifferences differences = new OptionDifferences(candidates);
      return IntStream.range(0, candidates.size())
          .mapToObj(c -> new TuningSummary.Trial(differences.of(c), rounds.get(c), c == winner))
          .toList();
    }

    /** The best so many, best first; the candidate to beat takes the last place if it has none. */
    private List<Integer> best(List<Integer> left, int count) {
      List<Integer> ranked = new ArrayList<>(left);
      if (!rounds.get(left.get(0)).isEmpty()) {
        ranked.sort(Comparator.comparing(this::latest, Search::compare).thenComparing(c -> c));
      }
      List<Integer> kept = new ArrayList<>(ranked.subList(0, count));
      if (!kept.contains(0)) {
        kept.set(count - 1, 0);
      }
      return kept;
    }

    private TuningSummary.Round latest(int candidate) {
      List<TuningSummary.Round> own = rounds.get(candidate);
      return own.get(own.size() - 1);
    }

    /** More rows right first; of equals, the lower log-loss; what diverged last. */
    private static int compare(TuningSummary.Round a, TuningSummary.Round b) {
      int byAccuracy =
          Double.compare(
              Double.isNaN(b.accuracy()) ? -1 : b.accuracy(),
              Double.isNaN(a.accuracy()) ? -1 : a.accuracy());
      return byAccuracy != 0 ? byAccuracy : Double.compare(a.logLoss(), b.logLoss());
    }

    /** Candidates of one graph one after the other, so that each graph is made once a round. */
    private List<Integer> byGraph(List<Integer> left) {
      return left.stream()
          .sorted(
              Comparator.<Integer, String>comparing(c -> candidates.get(c).graph().toString())
                  .thenComparing(c -> c))
          .toList();
    }

    private TuningSummary.Round trial(int candidate, Halving.Round round) {
      RunOptions options = candidates.get(candidate);
      int epochs = round.epochs(options.training().epochs());
      Optional<TuningSummary.Round> known = log.find(candidate, epochs);
      TuningSummary.Round result =
          known.orElseGet(() -> train(options.withTraining(options.training().withEpochs(epochs))));
      if (known.isEmpty()) {
        log.add(candidate, result);
      }
      epochsDone += epochs;
      context.progress().at("tune", epochsDone, allEpochs(), "epochs");
      return result;
    }

    private TuningSummary.Round train(RunOptions options) {
      int epochs = options.training().epochs();
      RunContext unwatched = RunContext.silent(context.parallel()).withCompute(context.compute());
      try {
        EpochSummary reached = Kith.trial(rows, options, unwatched);
        return new TuningSummary.Round(
            epochs, reached.validationAccuracy(), reached.validationLogLoss());
      } catch (TrainingDivergedException e) {
        return new TuningSummary.Round(epochs, Double.NaN, Double.NaN);
      }
    }

    /** Of all rounds, as if all candidates had the epochs of the first. */
    private long allEpochs() {
      int all = candidates.get(0).training().epochs();
      long planned =
          halving.rounds().stream().mapToLong(r -> (long) r.candidates() * r.epochs(all)).sum();
      return Math.max(planned, epochsDone);
    }
  }
}
