package io.kith.speech;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Dataset;
import io.kith.engine.FloatMatrix;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A corpus as a data set: one row for every hundredth of a second, labelled with the phone at the
 * frame's middle, grouped by speaker, with ids such as {@code dr1/fcjf0/si1027:42}.
 *
 * <p>The 39 values of every frame are computed first, utterance by utterance, and normalised by
 * speaker; they take 156 bytes a frame. Only then are neighbours stacked, straight into the result:
 * native memory, or a file that is mapped in. The result does not depend on the number of threads.
 */
public final class Frames {
  private final Dataset dataset;
  private final Map<Part, int[]> rows;
  private final List<String> skipped;
  private final double seconds;

  Frames(Dataset dataset, Map<Part, int[]> rows, List<String> skipped, double seconds) {
    this.dataset = dataset;
    this.rows = new EnumMap<>(rows);
    this.skipped = List.copyOf(skipped);
    this.seconds = seconds;
  }

  /** Reads a corpus into native memory. */
  public static Frames read(
      Corpus corpus, FramesOptions options, Parallel parallel, Progress progress) {
    UnstackedFrames unstacked = UnstackedFrames.read(corpus, options, parallel, progress);
    FloatMatrix features = FloatMatrix.allocate(unstacked.rows(), options.mfcc().rowValues());
    unstacked.stack(
        parallel,
        (first, values, count) -> {
          float[] row = new float[features.columns()];
          for (int i = 0; i < count; i++) {
            System.arraycopy(values, i * row.length, row, 0, row.length);
            features.setRow(first + i, row);
          }
        });
    return unstacked.with(features);
  }

  /** Reads a corpus into a .npy file, which is mapped into memory and must stay where it is. */
  public static Frames readInto(
      Path npyFile, Corpus corpus, FramesOptions options, Parallel parallel, Progress progress) {
    UnstackedFrames unstacked = UnstackedFrames.read(corpus, options, parallel, progress);
    try (RowFile file = new RowFile(npyFile, unstacked.rows(), options.mfcc().rowValues())) {
      unstacked.stack(parallel, file::put);
      return unstacked.with(file.map());
    }
  }

  public Dataset dataset() {
    return dataset;
  }

  /** The rows of a part, in order. */
  public int[] rows(Part part) {
    return rows.get(part).clone();
  }

  /** Why utterances were left out, a sentence each; empty unless bad ones are to be skipped. */
  public List<String> skipped() {
    return skipped;
  }

  /** How long the utterances are that were read. */
  public double seconds() {
    return seconds;
  }
}
