package io.kith.bench;

import io.kith.Kith;
import io.kith.Method;
import io.kith.Preparation;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.base.Parallel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * What each graph weight gains over the supervised baseline at several label ratios: what the
 * default weight is chosen by.
 *
 * <p>{@code GraphWeights FIRST_SEED SEEDS EPOCHS WEIGHT,… RATIO,… CORPUS…}
 */
public final class GraphWeights {
  private GraphWeights() {}

  public static void main(String[] args) {
    long firstSeed = Long.parseLong(args[0]);
    int seeds = Integer.parseInt(args[1]);
    int epochs = Integer.parseInt(args[2]);
    double[] weights = numbers(args[3]);
    double[] ratios = numbers(args[4]);
    RunOptions base =
        RunOptions.defaults().withTraining(RunOptions.defaults().training().withEpochs(epochs));
    System.out.printf("| corpus | labels | supervised |%s%n", names(weights));
    System.out.printf("|---|---|---|%s%n", "---|".repeat(weights.length));
    try (Parallel parallel = Parallel.ofMachine()) {
      RunContext context = RunContext.silent(parallel);
      for (String corpus : Arrays.asList(args).subList(5, args.length)) {
        try (Preparation rows = rows(Path.of(corpus), parallel)) {
          for (double ratio : ratios) {
            double[] supervised = new double[seeds];
            double[][] gains = new double[weights.length][seeds];
            for (int s = 0; s < seeds; s++) {
              RunOptions options =
                  base.withSeed(firstSeed + s).withSplit(base.split().withLabelRatio(ratio));
              supervised[s] = accuracy(rows, options.withMethod(Method.SUPERVISED), context);
              for (int w = 0; w < weights.length; w++) {
                RunOptions graph =
                    options
                        .withMethod(Method.GRAPH)
                        .withObjective(options.objective().withGraphWeight(weights[w]));
                gains[w][s] = accuracy(rows, graph, context) - supervised[s];
              }
            }
            System.out.printf(
                Locale.ROOT,
                "| %s | %.0f %% | %.2f %% |%s%n",
                Path.of(corpus).getFileName(),
                100 * ratio,
                mean(supervised),
                means(gains));
          }
        }
      }
    }
  }

  private static double accuracy(Preparation rows, RunOptions options, RunContext context) {
    Trained trained = Kith.run(rows, options, context);
    trained.model().close();
    return 100 * trained.run().test().accuracy();
  }

  private static Preparation rows(Path corpus, Parallel parallel) {
    SpeechRows speech = SpeechRows.read(corpus, parallel);
    return new Preparation(speech.table(), speech.split(), parallel);
  }

  private static double[] numbers(String list) {
    return Arrays.stream(list.split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static String names(double[] weights) {
    StringBuilder cells = new StringBuilder();
    for (double weight : weights) {
      cells.append(" γ = ").append(weight).append(" |");
    }
    return cells.toString();
  }

  /** The mean gain of each weight, in points. */
  private static String means(double[][] gains) {
    StringBuilder cells = new StringBuilder();
    for (double[] each : gains) {
      cells.append(String.format(Locale.ROOT, " %+.2f |", mean(each)));
    }
    return cells.toString();
  }
}
