package io.kith.report;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Provenance;
import io.kith.train.TrainingHistory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The account of one run: what it was given, what every stage measured, how well it ended.
 *
 * <p>Plain values only; {@code run.json} is this record. Stages that a method does not have are
 * absent.
 *
 * @param seconds wall-clock time of each stage, in the order they ran
 */
public record Run(
    int version,
    String method,
    Provenance provenance,
    Optional<TuningSummary> tuning,
    DataSummary data,
    Optional<GraphSummary> graph,
    Optional<PartitionSummary> partition,
    Optional<BatchSummary> batches,
    TrainingHistory training,
    Optional<CalibrationSummary> calibration,
    EvaluationSummary validation,
    EvaluationSummary test,
    Map<String, Double> seconds) {
  static final int VERSION = 1;

  /** What the run saw: how many rows of each part, how many labels, which classes. */
  public record DataSummary(
      int rows,
      int features,
      int constantFeatures,
      List<String> classes,
      int train,
      int validation,
      int test,
      int leftOut,
      int visibleLabels) {}

  /** Recall is the share of true nearest neighbours that the search found. */
  public record GraphSummary(
      int nodes,
      int edges,
      String search,
      double recall,
      double sigma,
      int isolated,
      int components,
      String fingerprint) {}

  public record PartitionSummary(
      int blocks, double cutShare, double balance, int smallestBlock, int largestBlock) {}

  /** Label entropy is measured with all known labels, also those hidden from training. */
  public record BatchSummary(
      int batches,
      double connectivity,
      double connectivityDeviation,
      double entropy,
      double entropyDeviation,
      double wholeEntropy) {}

  /**
   * What logits are divided by, and the calibration error on the validation rows without it; with
   * it, the error is that of {@link Run#validation}.
   */
  public record CalibrationSummary(double temperature, double errorBefore) {}

  /** Rows of the confusion matrix are true classes, columns predicted ones. */
  public record EvaluationSummary(
      int rows,
      double accuracy,
      double logLoss,
      double calibrationError,
      List<List<Integer>> confusion) {}

  public void write(Path file) {
    Json.write(file, this);
  }

  public static Run read(Path file) {
    int version = Json.readTree(file).path("version").asInt();
    if (version != VERSION) {
      throw new BadInputException(
          file
              + " is not a run that this Kith reads (version "
              + version
              + ", not "
              + VERSION
              + "): give a run.json that kith train wrote.");
    }
    return Json.read(file, Run.class);
  }
}
