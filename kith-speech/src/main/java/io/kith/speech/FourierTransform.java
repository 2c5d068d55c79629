package io.kith.speech;

import org.jtransforms.fft.DoubleFFT_1D;
import pl.edu.icm.jlargearrays.ConcurrencyUtils;

/**
 * Splits a piece of sound into its tones, by JTransforms held to one thread: the work is shared out
 * by utterance, not inside a transform.
 *
 * <p>Spectra are packed as {@code Re 0, Re n/2, Re 1, Im 1, Re 2, Im 2, …}. Threads may share it.
 */
public final class FourierTransform {
  static {
    ConcurrencyUtils.setNumberOfThreads(1);
  }

  private final DoubleFFT_1D fft;
  private final int size;

  public FourierTransform(int size) {
    if (Integer.bitCount(size) != 1 || size < 2) {
      throw new IllegalArgumentException("size must be a power of two, but was " + size);
    }
    this.size = size;
    this.fft = new DoubleFFT_1D(size);
  }

  public int size() {
    return size;
  }

  /** Replaces samples by their packed spectrum. */
  public void forward(double[] samples) {
    fft.realForward(samples);
  }

  /** Replaces a packed spectrum by samples; the inverse of {@link #forward}. */
  public void inverse(double[] spectrum) {
    fft.realInverse(spectrum, true);
  }

  /** The power in bins 0..size/2 of a packed spectrum. */
  public void power(double[] spectrum, double[] into) {
    into[0] = spectrum[0] * spectrum[0];
    into[size / 2] = spectrum[1] * spectrum[1];
    for (int k = 1; k < size / 2; k++) {
      into[k] = spectrum[2 * k] * spectrum[2 * k] + spectrum[2 * k + 1] * spectrum[2 * k + 1];
    }
  }

  /** Multiplies a packed spectrum by another: the sounds are convolved (circularly). */
  public void multiply(double[] spectrum, double[] by) {
    spectrum[0] *= by[0];
    spectrum[1] *= by[1];
    for (int k = 2; k < size; k += 2) {
      double real = spectrum[k] * by[k] - spectrum[k + 1] * by[k + 1];
      spectrum[k + 1] = spectrum[k] * by[k + 1] + spectrum[k + 1] * by[k];
      spectrum[k] = real;
    }
  }
}
