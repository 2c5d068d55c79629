package io.kith.speech;

/**
 * Overlapping bands of tones, narrow at low frequencies and wide at high ones as the ear has them.
 *
 * <p>mel(f) = 2595 log10(1 + f / 700). Band b is a triangle on the mel scale that rises from edge b
 * to edge b + 1 and falls to edge b + 2; the edges lie evenly between the lowest and the highest
 * frequency. Immutable; threads may share it.
 */
final class MelBands {
  private final int[] firstBin;
  private final double[][] weights;

  MelBands(int bands, double lowHertz, double highHertz, int fftSize, int sampleRate) {
    this.firstBin = new int[bands];
    this.weights = new double[bands][];
    double low = mel(lowHertz);
    double width = (mel(highHertz) - low) / (bands + 1);
    for (int b = 0; b < bands; b++) {
      double left = low + b * width;
      int first = binAbove(left, fftSize, sampleRate);
      int end = Math.min(fftSize / 2 + 1, binAbove(left + 2 * width, fftSize, sampleRate));
      firstBin[b] = first;
      weights[b] = new double[Math.max(0, end - first)];
      for (int i = 0; i < weights[b].length; i++) {
        double position = (mel((double) (first + i) * sampleRate / fftSize) - left) / width;
        weights[b][i] = Math.max(0, 1 - Math.abs(position - 1));
      }
    }
  }

  int size() {
    return weights.length;
  }

  /** Sums the power of each band. */
  void apply(double[] power, double[] into) {
    for (int b = 0; b < weights.length; b++) {
      double[] w = weights[b];
      int first = firstBin[b];
      double sum = 0;
      for (int i = 0; i < w.length; i++) {
        sum += w[i] * power[first + i];
      }
      into[b] = sum;
    }
  }

  static double mel(double hertz) {
    return 2595 * Math.log10(1 + hertz / 700);
  }

  static double hertz(double mel) {
    return 700 * (Math.pow(10, mel / 2595) - 1);
  }

  private static int binAbove(double mel, int fftSize, int sampleRate) {
    return (int) Math.ceil(hertz(mel) * fftSize / sampleRate - 1e-9);
  }
}
