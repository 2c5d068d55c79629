package io.kith.speech.synthesis;

import io.kith.speech.FourierTransform;

/**
 * The place a speaker is recorded in: walls that echo and a microphone that hears some bands better
 * than others.
 *
 * <p>Sound is convolved with the direct path and a tail of noise that falls by 60 dB in the echo
 * time, then with a filter of 12 bands; both in one product of spectra, block by block. Immutable;
 * threads may share it.
 */
final class Room {
  private static final int SIZE = 16_384;
  private static final int BANDS = 12;
  private static final int FILTER_HALF = 64;
  private static final int LONGEST_TAIL = Timing.SAMPLE_RATE / 2;
  private static final int BLOCK = SIZE - LONGEST_TAIL - 2 * FILTER_HALF - 1;
  private static final FourierTransform FOURIER = new FourierTransform(SIZE);

  private final double[] response;

  Room(Conditions conditions, Dice dice) {
    this.response = new double[SIZE];
    response[0] = 1;
    double echo = dice.between(conditions.shortEcho(), conditions.longEcho());
    double reach = dice.between(0.2, 0.6);
    if (echo > 0) {
      addTail(echo, reach, dice);
    }
    double[] channel = channel(conditions.channel(), dice);
    FOURIER.forward(response);
    FOURIER.forward(channel);
    FOURIER.multiply(response, channel);
  }

  /** The sound as it reaches the recording, of the same length. */
  float[] hear(float[] sound) {
    float[] heard = new float[sound.length];
    double[] block = new double[SIZE];
    for (int start = 0; start < sound.length; start += BLOCK) {
      int count = Math.min(BLOCK, sound.length - start);
      java.util.Arrays.fill(block, 0);
      for (int i = 0; i < count; i++) {
        block[i] = sound[start + i];
      }
      FOURIER.forward(block);
      FOURIER.multiply(block, response);
      FOURIER.inverse(block);
      int from = Math.max(0, FILTER_HALF - start); // the filter's delay is taken back
      for (int i = from; i < SIZE && start + i - FILTER_HALF < heard.length; i++) {
        heard[start + i - FILTER_HALF] += (float) block[i];
      }
    }
    return heard;
  }

  /** Echoes whose energy is {@code reach} squared times that of the direct sound. */
  private void addTail(double echo, double reach, Dice dice) {
    int first = (int) (0.004 * Timing.SAMPLE_RATE);
    int last = Math.min(LONGEST_TAIL, (int) (echo * Timing.SAMPLE_RATE));
    double energy = 0;
    for (int t = first; t < last; t++) {
      double fall = StrictMath.exp(-6.9 * t / (echo * Timing.SAMPLE_RATE));
      response[t] = fall * dice.between(-1, 1);
      energy += response[t] * response[t];
    }
    double scale = reach / Math.sqrt(energy);
    for (int t = first; t < last; t++) {
      response[t] *= scale;
    }
  }

  /** A filter without delay but for {@link #FILTER_HALF} samples, from random gains of 12 bands. */
  private static double[] channel(double deviation, Dice dice) {
    double[] decibels = new double[BANDS];
    for (int band = 0; band < BANDS; band++) {
      decibels[band] = deviation * dice.normal();
    }
    double[] wave = new double[SIZE];
    for (int k = 0; k <= SIZE / 2; k++) {
      double hertz = (double) k * Timing.SAMPLE_RATE / SIZE;
      double place = StrictMath.log1p(hertz / 700) / StrictMath.log1p(8000 / 700.0) * (BANDS - 1);
      int band = Math.min(BANDS - 2, (int) place);
      double between = place - band;
      double gain = (1 - between) * decibels[band] + between * decibels[band + 1];
      wave[k == SIZE / 2 ? 1 : 2 * k] = StrictMath.pow(10, gain / 20);
    }
    FOURIER.inverse(wave);
    double[] filter = new double[SIZE];
    for (int t = -FILTER_HALF; t <= FILTER_HALF; t++) {
      double window = 0.5 + 0.5 * StrictMath.cos(Math.PI * t / (FILTER_HALF + 1));
      filter[t + FILTER_HALF] = window * wave[(t + SIZE) % SIZE];
    }
    return filter;
  }
}
