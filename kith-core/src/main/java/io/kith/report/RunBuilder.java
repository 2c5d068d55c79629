package io.kith.report;

import io.kith.base.Provenance;
import io.kith.batch.BatchQuality;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Split;
import io.kith.data.Standardizer;
import io.kith.evaluate.Evaluation;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.partition.Partition;
import io.kith.partition.PartitionQuality;
import io.kith.train.TrainingHistory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the account of a run while it goes on, and the time between the stages. */
public final class RunBuilder {
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private long stageBegan = System.nanoTime();
  private TuningSummary tuning;
  private Run.DataSummary data;
  private Run.GraphSummary graph;
  private Run.PartitionSummary partition;
  private Run.BatchSummary batches;
  private TrainingHistory training;
  private Run.CalibrationSummary calibration;
  private Run.EvaluationSummary validation;
  private Run.EvaluationSummary test;

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
    AffinityGraph made = built.graph();
    graph =
        new Run.GraphSummary(
            made.size(),
            made.edgeCount(),
            built.plan().method().toString(),
            built.recall(),
            built.kernel().sigma(),
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
            quality.wholeEntropy());
    stageEnded("batch");
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

  public Run build(String method, Provenance provenance) {
    return new Run(
        Run.VERSION,
        method,
        provenance,
        Optional.ofNullable(tuning),
        data,
        Optional.ofNullable(graph),
        Optional.ofNullable(partition),
        Optional.ofNullable(batches),
        training,
        Optional.ofNullable(calibration),
        validation,
        test,
        seconds);
  }

  private void stageEnded(String stage) {
    long now = System.nanoTime();
    seconds.merge(stage, (now - stageBegan) / 1e9, Double::sum);
    stageBegan = now;
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
        confusion);
  }
}
