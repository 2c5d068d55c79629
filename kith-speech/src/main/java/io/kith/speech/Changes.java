package io.kith.speech;

/**
 * How values change from frame to frame, by a straight line fitted to the frames around each (Furui
 * 1986).
 *
 * <pre>d_t = sum_w w (c_{t+w} - c_{t-w}) / (2 sum_w w^2),  w = 1..reach; edges repeated</pre>
 */
final class Changes {
  private Changes() {}

  /**
   * Writes the changes of {@code columns} columns, beginning at {@code from}, into the columns that
   * follow them.
   *
   * @param width columns of a frame in all
   */
  static void write(float[] values, int frames, int width, int from, int columns, int reach) {
    double scale = 0;
    for (int w = 1; w <= reach; w++) {
      scale += 2.0 * w * w;
    }
    for (int f = 0; f < frames; f++) {
      for (int c = 0; c < columns; c++) {
        double sum = 0;
        for (int w = 1; w <= reach; w++) {
          int after = Math.min(frames - 1, f + w) * width + from + c;
          int before = Math.max(0, f - w) * width + from + c;
          sum += w * ((double) values[after] - values[before]);
        }
        values[f * width + from + columns + c] = (float) (sum / scale);
      }
    }
  }
}
