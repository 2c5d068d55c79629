package io.kith.speech;

/**
 * Sound with one channel: a row of samples on the scale of 16-bit numbers, -32768 to 32767.
 *
 * <p>Immutable by agreement: {@link #samples} hands out the array itself, to be read only. Threads
 * may share it.
 */
public final class Audio {
  private final float[] samples;
  private final int sampleRate;

  /** Keeps the array; the caller gives it away. */
  public Audio(float[] samples, int sampleRate) {
    if (sampleRate < 1) {
      throw new IllegalArgumentException("sampleRate must be >= 1, but was " + sampleRate);
    }
    this.samples = samples;
    this.sampleRate = sampleRate;
  }

  /** All samples; not a copy. */
  public float[] samples() {
    return samples;
  }

  public int size() {
    return samples.length;
  }

  /** Samples per second. */
  public int sampleRate() {
    return sampleRate;
  }

  public double seconds() {
    return (double) samples.length / sampleRate;
  }

  /** The same sound at another rate, low-passed as {@link Resampler} states. */
  public Audio at(int rate) {
    return rate == sampleRate ? this : new Resampler(sampleRate, rate).resample(this);
  }
}
