package io.kith.speech;

/**
 * The frames of one utterance on their way into the data set: 39 values each, not yet stacked, with
 * the class of each.
 */
final class UtteranceFrames {
  private final float[] values;
  private final int[] classes;
  private final int width;
  private final int rows;
  private final double seconds;

  private UtteranceFrames(float[] values, int[] classes, int width, double seconds) {
    this.values = values;
    this.classes = classes;
    this.width = width;
    this.seconds = seconds;
    int kept = 0;
    for (int c : classes) {
      kept += c == PhoneSet.DELETED ? 0 : 1;
    }
    this.rows = kept;
  }

  static UtteranceFrames read(Utterance utterance, Mfcc mfcc, PhoneSet phones) {
    LabeledAudio read = LabeledAudio.read(utterance, mfcc.options(), phones);
    return new UtteranceFrames(
        mfcc.frames(read.audio()), read.classes(), mfcc.options().frameValues(), read.seconds());
  }

  /** Frames that have a class and so become rows. */
  int rows() {
    return rows;
  }

  int frames() {
    return classes.length;
  }

  double seconds() {
    return seconds;
  }

  /** The class of a frame, or {@link PhoneSet#DELETED}. */
  int classOf(int frame) {
    return classes[frame];
  }

  /** Adds each value and its square to running sums. */
  void addTo(double[] sums, double[] squares) {
    for (int i = 0; i < values.length; i++) {
      int column = i % width;
      sums[column] += values[i];
      squares[column] += (double) values[i] * values[i];
    }
  }

  void normalize(double[] means, double[] deviations) {
    for (int i = 0; i < values.length; i++) {
      int column = i % width;
      values[i] = (float) ((values[i] - means[column]) / deviations[column]);
    }
  }

  /**
   * The rows, one after the other: each frame with its neighbours, from the earliest to the latest;
   * frames beyond an edge repeat the one at the edge.
   */
  float[] stacked(int context) {
    float[] block = new float[rows * width * (1 + 2 * context)];
    int at = 0;
    for (int frame = 0; frame < classes.length; frame++) {
      if (classes[frame] == PhoneSet.DELETED) {
        continue;
      }
      for (int f = frame - context; f <= frame + context; f++) {
        int inside = Math.max(0, Math.min(classes.length - 1, f));
        System.arraycopy(values, inside * width, block, at, width);
        at += width;
      }
    }
    return block;
  }
}
