package io.kith.speech;

import java.util.Arrays;

/**
 * Describes each hundredth of a second of sound by a few numbers that say which vowel or consonant
 * it is and little about who speaks: mel-frequency cepstral coefficients (Davis and Mermelstein
 * 1980).
 *
 * <pre>
 * x'[t] = x[t] - a x[t-1]                                    pre-emphasis
 * X     = FFT(hamming * window of x')                        every step
 * E_b   = max(1, sum_k band_b[k] |X[k]|^2)                   mel bands
 * c_n   = sqrt(2/B) sum_b ln E_b cos(pi n (b + 1/2) / B)     n = 0..C-1
 * c_n  *= 1 + L/2 sin(pi n / L)                              lifter
 * d_t   = sum_w w (c_{t+w} - c_{t-w}) / (2 sum_w w^2)        changes, edges repeated
 * </pre>
 *
 * <p>Immutable; threads may share it.
 */
public final class Mfcc {
  private final MfccOptions options;
  private final FourierTransform fourier;
  private final MelBands bands;
  private final double[] hamming;
  private final double[][] cosines;

  public Mfcc(MfccOptions options) {
    this.options = options;
    this.fourier = new FourierTransform(options.fftSize());
    this.bands =
        new MelBands(
            options.bands(),
            options.lowHertz(),
            options.highHertz(),
            options.fftSize(),
            options.sampleRate());
    this.hamming = new double[options.window()];
    for (int t = 0; t < hamming.length; t++) {
      hamming[t] = 0.54 - 0.46 * Math.cos(2 * Math.PI * t / (hamming.length - 1));
    }
    this.cosines = new double[options.cepstra()][options.bands()];
    for (int n = 0; n < options.cepstra(); n++) {
      double lift =
          options.lifter() == 0
              ? 1
              : 1 + options.lifter() / 2.0 * Math.sin(Math.PI * n / options.lifter());
      for (int b = 0; b < options.bands(); b++) {
        cosines[n][b] =
            lift
                * Math.sqrt(2.0 / options.bands())
                * Math.cos(Math.PI * n * (b + 0.5) / options.bands());
      }
    }
  }

  public MfccOptions options() {
    return options;
  }

  /**
   * Cepstra and their changes, frame after frame: {@link MfccOptions#frameValues} numbers each.
   *
   * <p>Sound at another rate is resampled first.
   */
  public float[] frames(Audio audio) {
    float[] x = audio.at(options.sampleRate()).samples();
    int frames = options.frames(x.length);
    int width = options.frameValues();
    float[] values = new float[frames * width];
    double[] spectrum = new double[options.fftSize()];
    double[] power = new double[options.fftSize() / 2 + 1];
    double[] energy = new double[bands.size()];
    for (int f = 0; f < frames; f++) {
      window(x, f * options.step(), spectrum);
      fourier.forward(spectrum);
      fourier.power(spectrum, power);
      bands.apply(power, energy);
      cepstra(energy, values, f * width);
    }
    for (int order = 1; order <= options.deltas(); order++) {
      Changes.write(
          values,
          frames,
          width,
          (order - 1) * options.cepstra(),
          options.cepstra(),
          options.deltaWindow());
    }
    return values;
  }

  private void window(float[] x, int start, double[] into) {
    double a = options.preEmphasis();
    for (int t = 0; t < hamming.length; t++) {
      double before = start + t == 0 ? 0 : x[start + t - 1];
      into[t] = hamming[t] * (x[start + t] - a * before);
    }
    Arrays.fill(into, hamming.length, into.length, 0);
  }

  private void cepstra(double[] energy, float[] into, int at) {
    for (int b = 0; b < energy.length; b++) {
      energy[b] = Math.log(Math.max(1, energy[b]));
    }
    for (int n = 0; n < cosines.length; n++) {
      double[] row = cosines[n];
      double sum = 0;
      for (int b = 0; b < row.length; b++) {
        sum += row[b] * energy[b];
      }
      into[at + n] = (float) sum;
    }
  }
}
