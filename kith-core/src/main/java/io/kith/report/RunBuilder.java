package io.kith.report;

import io.kith.base.Provenance;
import io.kith.batch.BatchQuality;
import io.kith.batch.Histogram;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Split;
import io.kith.data.Standardizer;
import io.kith.evaluate.Evaluation;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.graph.GraphOrigin;
import io.kith.objective.LossTerms;
import io.kith.partition.Partition;
import io.kith.partition.PartitionQuality;
import io.kith.train.EpochSummary;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Collects the account of a run while it goes on, and the time between the stages.
 *
 * <p>After every stage and every epoch the watcher is given the run so far.
 */
public final class RunBuilder {
  private static final int BINS = 40;

  private final Consumer<Run> watcher;
  private final List<EpochSummary> epochs = new ArrayList<>();
  private String method;
  private Provenance provenance;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private long stageBegan = System.nanoTime();
  private TuningSummary tuning;
  private Run.DataSummary data;
  private Run.GraphSummary graph;
  private Run.PartitionSummary partition;
  private Run.BatchSummary batches;
  private TrainingHistory training;
  private Run.CalibrationSummary calibration;
  private Run.EvaluationSummary validation = Run.EvaluationSummary.NONE;
  private Run.EvaluationSummary test = Run.EvaluationSummary.NONE;

  public RunBuilder(Consumer<Run> watcher) {
    this.watcher = watcher;
  }

  /** What runs, and from what; nothing is shown to the watcher before it is known. */
  public void origin(String ofMethod, Provenance from) {
    method = ofMethod;
    provenance = from;
  }

  public void tuning(TuningSummary summary) {
    tuning = summary;
    stageEnded("tune");
  }

  /** The baseline that the run is compared with has been trained. */
  public void baseline() {
    stageEnded("baseline");
  }

  /** A comparison that was part of training; a search before it stays the one on record. */
  public void compared(TuningSummary summary) {
    tuning = tuning == null ? summary : tuning;
  }

  public void data(Dataset dataset, Split split, Labels visible, Standardizer standardizer) {
    data =
        new Run.DataSummary(
            dataset.size(),
            dataset.features().columns(),
            standardizer.constantCount(),
            dataset.labels().names(),
            split.train().length,
            split.validation().length,
            split.test().length,
            split.leftOut(),
            visible.labeledCount());
    stageEnded("data");
  }

  public void graph(BuiltGraph built) {
    graph(built.graph(), built.plan().method().toString(), built.recall(), built.kernel().sigma());
  }

  /** Takes a graph that was not built but given; what its file does not say is not known. */
  public void graph(AffinityGraph given, Optional<GraphOrigin> origin) {
    graph(
        given,
        "given" + origin.map(o -> ", " + o.search()).orElse(""),
        origin.map(GraphOrigin::recall).orElse(Double.NaN),
        origin.map(GraphOrigin::sigma).orElse(Double.NaN));
  }

  private void graph(AffinityGraph made, String search, double recall, double sigma) {
    graph =
        new Run.GraphSummary(
            made.size(),
            made.edgeCount(),
            search,
            recall,
            sigma,
            made.isolatedCount(),
            made.componentCount(),
            made.fingerprint());
    stageEnded("graph");
  }

  public void partition(Partition cut, PartitionQuality quality) {
    partition =
        new Run.PartitionSummary(
            cut.blockCount(),
            quality.cutShare(),
            quality.balance(),
            quality.smallestBlock(),
            quality.largestBlock());
    stageEnded("partition");
  }

  public void batches(BatchQuality quality) {
    batches =
        new Run.BatchSummary(
            quality.size(),
            quality.meanConnectivity(),
            quality.connectivityDeviation(),
            quality.meanEntropy(),
            quality.entropyDeviation(),
            quality.wholeEntropy(),
            spread(quality.connectivityHistogram(BINS)),
            spread(quality.entropyHistogram(BINS)));
    stageEnded("batch");
  }

  /** Hears the epochs of a training that now begins, and passes them on. */
  public TrainingListener epochs(TrainingListener next) {
    epochs.clear();
    return new TrainingListener() {
      @Override
      public void stepEnded(int epoch, int step, LossTerms loss) {
        next.stepEnded(epoch, step, loss);
      }

      @Override
      public void epochEnded(EpochSummary summary) {
        next.epochEnded(summary);
        epochs.add(summary);
        show();
      }
    };
  }

  public void training(TrainingHistory history) {
    training = history;
    stageEnded("train");
  }

  /** Takes the validation rows as they were judged before their confidence was scaled. */
  public void calibration(double temperature, Evaluation before) {
    calibration = new Run.CalibrationSummary(temperature, before.calibrationError());
  }

  public void validation(Evaluation evaluation) {
    validation = summary(evaluation);
  }

  public void test(Evaluation evaluation) {
    test = summary(evaluation);
    stageEnded("evaluate");
  }

  public Run build() {
    return new Run(
        Run.VERSION,
        method,
        provenance,
        Optional.ofNullable(tuning),
        data,
        Optional.ofNullable(graph),
        Optional.ofNullable(partition),
        Optional.ofNullable(batches),
        training == null ? new TrainingHistory(epochs, 0) : training,
        Optional.ofNullable(calibration),
        validation,
        test,
        new LinkedHashMap<>(seconds));
  }

  private void stageEnded(String stage) {
    long now = System.nanoTime();
    seconds.merge(stage, (now - stageBegan) / 1e9, Double::sum);
    stageBegan = now;
    show();
  }

  private void show() {
    if (provenance != null && data != null) {
      watcher.accept(build());
    }
  }

  private static Run.EvaluationSummary summary(Evaluation evaluation) {
    int classes = evaluation.names().size();
    List<List<Integer>> confusion = new ArrayList<>();
    for (int actual = 0; actual < classes; actual++) {
      List<Integer> row = new ArrayList<>();
      for (int predicted = 0; predicted < classes; predicted++) {
        row.add(evaluation.confusion(actual, predicted));
      }
      confusion.add(row);
    }
    return new Run.EvaluationSummary(
        evaluation.count(),
        evaluation.accuracy(),
        evaluation.logLoss(),
        evaluation.calibrationError(),
        confusion,
        reliability(evaluation));
  }

  private static List<Run.ConfidenceBin> reliability(Evaluation evaluation) {
    List<Run.ConfidenceBin> bins = new ArrayList<>();
    for (int b = 0; b < evaluation.binCount(); b++) {
      if (evaluation.binRows(b) > 0) {
        bins.add(
            new Run.ConfidenceBin(
                evaluation.binRows(b), evaluation.binConfidence(b), evaluation.binAccuracy(b)));
      }
    }
    return bins;
  }

  private static Run.Spread spread(Histogram histogram) {
    return new Run.Spread(
        histogram.from(0),
        histogram.from(histogram.size()),
        Arrays.stream(histogram.counts()).boxed().toList());
  }
}
