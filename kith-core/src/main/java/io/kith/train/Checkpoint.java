package io.kith.train;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.data.Npz;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.learner.Optimizer;
import io.kith.objective.LossTerms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How far training has come, in a file: parameters, the best ones so far, what the optimizer
 * remembers, and the epochs so far.
 *
 * <p>Everything random is derived from the run's seed and the number of the step, so these numbers
 * are all it takes to go on as if nothing had happened. An {@code .npz} file, written whole or not
 * at all.
 */
final class Checkpoint {
  static final int VERSION = 2;

  /**
   * What of a checkpoint is not a matrix.
   *
   * @param underWay numbers of steps that had been begun and are to be taken again
   */
  record Progress(
      int version,
      String fingerprint,
      int epoch,
      int step,
      LossTerms sum,
      List<EpochSummary> epochs,
      int bestEpoch,
      long optimizerSteps,
      double seconds,
      List<Long> underWay) {

    /** The very beginning. */
    static Progress start(String fingerprint) {
      return new Progress(
          VERSION, fingerprint, 1, 0, LossTerms.ZERO, List.of(), 0, 0, 0, List.of());
    }
  }

  private Checkpoint() {}

  static void write(
      Path file, Progress progress, Learner learner, FloatMatrix best, Optimizer optimizer) {
    Npz.write(
        file,
        npz -> {
          npz.add("progress", new String[] {Json.tree(progress).toString()});
          npz.add("parameters", learner.parameters());
          npz.add("best", best);
          for (int v = 0; v < optimizer.state().size(); v++) {
            npz.add("state" + v, optimizer.state().get(v));
          }
        });
  }

  /** Whether the file is there, and is a checkpoint of a run. */
  static boolean isOf(Path file, String fingerprint) {
    if (!Files.exists(file)) {
      return false;
    }
    try (Npz npz = Npz.open(file)) {
      return npz.has("progress")
          && Json.parse(npz.strings("progress")[0])
              .path("fingerprint")
              .asText()
              .equals(fingerprint);
    }
  }

  /** Puts everything back and says where to go on. */
  static Progress restore(
      Path file, String fingerprint, Learner learner, FloatMatrix best, Optimizer optimizer) {
    if (!Files.exists(file)) {
      return Progress.start(fingerprint);
    }
    try (Npz npz = Npz.open(file)) {
      if (!npz.has("progress")) {
        throw new BadInputException(file + " is not a checkpoint: remove it to start anew.");
      }
      JsonNode text = Json.parse(npz.strings("progress")[0]);
      Progress progress = Json.as(text, Progress.class, file.toString());
      if (progress.version() != VERSION || !progress.fingerprint().equals(fingerprint)) {
        throw new BadInputException(
            file
                + " is a checkpoint of other data or other options: repeat the options it was made"
                + " with, or remove it to start anew.");
      }
      put(file, npz, "parameters", learner.parameters());
      put(file, npz, "best", best);
      for (int v = 0; v < optimizer.state().size(); v++) {
        put(file, npz, "state" + v, optimizer.state().get(v));
      }
      optimizer.resumeAt(progress.optimizerSteps());
      return progress;
    }
  }

  private static void put(Path file, Npz npz, String name, FloatMatrix into) {
    if (!npz.has(name)) {
      throw new BadInputException(
          file + " is a checkpoint without '" + name + "': remove it to start anew.");
    }
    try (FloatMatrix read = npz.matrix(name)) {
      if (read.columns() != into.columns()) {
        throw new BadInputException(
            file + " is a checkpoint of another network: remove it to start anew.");
      }
      read.copyInto(into);
    }
  }
}
