package io.kith.bench;

import io.kith.Kith;
import io.kith.ParallelExperiment;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.WholeFiles;
import io.kith.learner.NetworkOptions;
import io.kith.train.Sync;
import io.kith.train.WorkerOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The paper's figures 3b and 3c: validation accuracy against epochs and against wall-clock time for
 * 1, 2, 4 and 8 workers, at 5 % of labels, with the paper's recipe and learning rates.
 *
 * <p>{@code ParallelCurves CORPUS OUT [--hidden 256,256] [--batch-size 256] [--epochs 20]
 * [--learning-rate 0.001] [--sync NAME] [--workers 1,2,4,8]} writes {@code curves.json}, {@code
 * curves.csv}, {@code epochs.svg} and {@code seconds.svg} and prints a table.
 */
public final class ParallelCurves {
  private ParallelCurves() {}

  public static void main(String[] args) {
    Path out = Path.of(args[1]);
    RunOptions options = options(args);
    SpeechRows speech;
    try (Parallel parallel = Parallel.ofMachine()) {
      speech = SpeechRows.read(Path.of(args[0]), parallel);
    }
    ParallelExperiment.Result result =
        ParallelExperiment.run(
            options,
            numbers(option(args, "--workers", "1,2,4,8")),
            (own, threads) -> {
              Trained trained =
                  Kith.run(speech.table(), speech.split(), own, RunContext.silent(threads));
              trained.model().close();
              return trained.run().training();
            });
    Json.write(out.resolve("curves.json"), result);
    write(out.resolve("curves.csv"), csv(result));
    write(out.resolve("epochs.svg"), plot(result, false));
    write(out.resolve("seconds.svg"), plot(result, true));
    System.out.print(table(result));
  }

  private static RunOptions options(String[] args) {
    RunOptions paper = RunOptions.paper();
    Sync sync =
        Arrays.stream(Sync.values())
            .filter(s -> s.toString().equals(option(args, "--sync", "synchronous")))
            .findAny()
            .orElseThrow();
    return paper
        .withSplit(paper.split().withLabelRatio(0.05))
        .withNetwork(new NetworkOptions(numbers(option(args, "--hidden", "256,256")), 0.2))
        .withBatch(
            paper.batch().withBatchSize(Integer.parseInt(option(args, "--batch-size", "256"))))
        .withTraining(
            paper
                .training()
                .withEpochs(Integer.parseInt(option(args, "--epochs", "20")))
                .withLearningRate(Double.parseDouble(option(args, "--learning-rate", "0.001")))
                .withWorkers(WorkerOptions.defaults().withSync(sync)));
  }

  private static String csv(ParallelExperiment.Result result) {
    StringBuilder csv = new StringBuilder("workers,sync,threads,epoch,seconds,accuracy,rate\n");
    for (ParallelExperiment.Curve curve : result.curves()) {
      for (ParallelExperiment.Point point : curve.points()) {
        csv.append(
            String.format(
                Locale.ROOT,
                "%d,%s,%d,%d,%.3f,%.5f,%s%n",
                curve.workers(),
                curve.sync(),
                curve.threads(),
                point.epoch(),
                point.seconds(),
                point.accuracy(),
                point.learningRate()));
      }
    }
    return csv.toString();
  }

  private static String plot(ParallelExperiment.Result result, boolean overTime) {
    CurvePlot plot =
        new CurvePlot(
            overTime
                ? "Validation accuracy over time, " + result.cores() + " cores"
                : "Validation accuracy over epochs",
            overTime ? "seconds of training" : "epoch",
            "validation accuracy, %");
    for (ParallelExperiment.Curve curve : result.curves()) {
      plot.line(
          curve.workers() + (curve.workers() == 1 ? " worker" : " workers"),
          curve.points().stream().mapToDouble(p -> overTime ? p.seconds() : p.epoch()).toArray(),
          curve.points().stream().mapToDouble(p -> 100 * p.accuracy()).toArray());
    }
    return plot.svg();
  }

  /** When each number of workers reached what the worst of them reached at its best. */
  private static String table(ParallelExperiment.Result result) {
    double goal =
        result.curves().stream().mapToDouble(ParallelExperiment.Curve::best).min().orElse(0);
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            Locale.ROOT,
            "%d cores; reached: a validation accuracy of %.2f %%%n%n"
                + "| workers | threads | best accuracy | seconds an epoch | epochs to reach |"
                + " seconds to reach |%n|---|---|---|---|---|---|%n",
            result.cores(),
            100 * goal));
    for (ParallelExperiment.Curve curve : result.curves()) {
      table.append(
          String.format(
              Locale.ROOT,
              "| %d | %d | %.2f %% | %.2f | %d | %.1f |%n",
              curve.workers(),
              curve.threads(),
              100 * curve.best(),
              curve.secondsPerEpoch(),
              curve.epochsTo(goal).orElse(0),
              curve.secondsTo(goal).orElse(0)));
    }
    return table.toString();
  }

  private static String option(String[] args, String name, String otherwise) {
    int at = Arrays.asList(args).indexOf(name);
    return at < 0 ? otherwise : args[at + 1];
  }

  private static List<Integer> numbers(String text) {
    return Arrays.stream(text.split(",")).map(Integer::valueOf).toList();
  }

  private static void write(Path file, String text) {
    WholeFiles.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
