package io.kith.speech;

/**
 * Changes the rate of sound without letting high tones fold back as false low ones.
 *
 * <p>The filter is a sinc windowed by Kaiser's window (beta 9, about 90 dB of stop band) with 32
 * zero crossings on either side; it cuts at 92 % of the lower of the two Nyquist frequencies. With
 * up/down = to/from in lowest terms, output sample n is
 *
 * <pre>y[n] = sum_k x[k] h(n * down / up - k)</pre>
 *
 * <p>and h takes only {@code up} different sets of values, kept in a table. Immutable; threads may
 * share it.
 */
public final class Resampler {
  private static final int CROSSINGS = 32;
  private static final double BETA = 9;
  private static final double PASS = 0.92;

  private final int from;
  private final int to;
  private final int up;
  private final int down;
  private final int half;
  private final float[][] taps;

  public Resampler(int from, int to) {
    if (from < 1 || to < 1) {
      throw new IllegalArgumentException("rates must be >= 1, but were " + from + " and " + to);
    }
    this.from = from;
    this.to = to;
    int divisor = greatestCommonDivisor(from, to);
    this.up = to / divisor;
    this.down = from / divisor;
    double cutoff = PASS * Math.min(1, (double) to / from); // in units of the input's Nyquist
    this.half = (int) Math.ceil(CROSSINGS / cutoff);
    this.taps = new float[up][2 * half];
    for (int phase = 0; phase < up; phase++) {
      fill(taps[phase], (double) phase / up, cutoff);
    }
  }

  public Audio resample(Audio audio) {
    if (audio.sampleRate() != from) {
      throw new IllegalArgumentException(
          "audio must have " + from + " samples a second, but had " + audio.sampleRate());
    }
    float[] x = audio.samples();
    float[] y = new float[Math.toIntExact(((long) x.length * up + down - 1) / down)];
    for (int n = 0; n < y.length; n++) {
      long position = (long) n * down;
      int first = (int) (position / up) - half + 1;
      float[] h = taps[(int) (position % up)];
      int begin = Math.max(0, -first);
      int end = Math.min(h.length, x.length - first);
      float sum = 0;
      for (int k = begin; k < end; k++) {
        sum += h[k] * x[first + k];
      }
      y[n] = sum;
    }
    return new Audio(y, to);
  }

  /** Values for an output that lies {@code fraction} after input sample half - 1 of the row. */
  private void fill(float[] row, double fraction, double cutoff) {
    double sum = 0;
    double[] exact = new double[row.length];
    for (int k = 0; k < row.length; k++) {
      double distance = half - 1 + fraction - k;
      double u = distance / half;
      double window = u * u >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - u * u)) / bessel(BETA);
      exact[k] = cutoff * sinc(cutoff * distance) * window;
      sum += exact[k];
    }
    for (int k = 0; k < row.length; k++) {
      row[k] = (float) (exact[k] / sum); // a constant stays exactly as loud
    }
  }

  private static double sinc(double x) {
    return Math.abs(x) < 1e-12 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  }

  /** The modified Bessel function of the first kind, order 0, by its power series. */
  private static double bessel(double x) {
    double sum = 1;
    double term = 1;
    for (int k = 1; term > sum * 1e-14; k++) {
      term *= (x / (2 * k)) * (x / (2 * k));
      sum += term;
    }
    return sum;
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
