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
import io.kith.graph.GraphOrigin;
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
  private Run.DataSummary data;
  private Run.GraphSummary graph;
  private Run.PartitionSummary partition;
  private Run.BatchSummary batches;
  private TrainingHistory training;
  private Run.CalibrationSummary calibration;
  private Run.EvaluationSummary validation;
  private Run.EvaluationSummary test;

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
    seconds.put(stage, (now - stageBegan) / 1e9);
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
