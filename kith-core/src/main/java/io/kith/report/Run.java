package io.kith.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * absent; so is, while a run goes on, what is still to come.
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
  static final int VERSION = 2;

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
      double wholeEntropy,
      Spread connectivitySpread,
      Spread entropySpread) {}

  /** How many batches lie in each of some equally wide bins; no bin where it was not measured. */
  public record Spread(double low, double high, List<Integer> counts) {}

  /**
   * What logits are divided by, and the calibration error on the validation rows without it; with
   * it, the error is that of {@link Run#validation}.
   */
  public record CalibrationSummary(double temperature, double errorBefore) {}

  /**
   * Rows of the confusion matrix are true classes, columns predicted ones.
   *
   * @param reliability confidence and accuracy of the bins that have rows, by rising confidence
   */
  public record EvaluationSummary(
      int rows,
      double accuracy,
      double logLoss,
      double calibrationError,
      List<List<Integer>> confusion,
      List<ConfidenceBin> reliability) {
    /** Nothing was judged, or not yet. */
    static final EvaluationSummary NONE = new EvaluationSummary(0, 0, 0, 0, List.of(), List.of());
  }

  /**
   * The rows of similar confidence: what the model believed on average, and how many were right.
   */
  public record ConfidenceBin(int rows, double confidence, double accuracy) {}

  /** Wall-clock time of all stages together. */
  public double allSeconds() {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  public void write(Path file) {
    Json.write(file, this);
  }

  /** Reads a run of this or of an earlier version of Kith. */
  public static Run read(Path file) {
    JsonNode tree = Json.readTree(file);
    int version = tree.path("version").asInt();
    if (version > VERSION) {
      throw new BadInputException(
          file
              + " was written by a newer Kith (run version "
              + version
              + ", this one reads up to "
              + VERSION
              + "): update Kith.");
    }
    if (version < 1) {
      throw new BadInputException(
          file
              + " is not a run of Kith (it has no version): give a run.json that kith train wrote.");
    }
    if (version == 1) {
      addWhatVersion1DidNotMeasure(tree);
    }
    return Json.as(tree, Run.class, file.toString());
  }

  private static void addWhatVersion1DidNotMeasure(JsonNode tree) {
    ((ObjectNode) tree).put("version", VERSION);
    for (String part : List.of("validation", "test")) {
      if (tree.path(part) instanceof ObjectNode evaluation) {
        evaluation.putArray("reliability");
      }
    }
    if (tree.path("batches") instanceof ObjectNode batches) {
      JsonNode none = Json.tree(new Spread(0, 0, List.of()));
      batches.set("connectivitySpread", none);
      batches.set("entropySpread", none);
    }
  }
}
