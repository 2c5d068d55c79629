package io.kith.speech.synthesis;

/**
 * What is heard besides the speaker: coloured noise, and other people talking.
 *
 * <p>Immutable; threads may share it.
 */
final class Surroundings {
  private final Conditions conditions;
  private final float[] babble;

  /**
   * @param babble many voices at once, longer than any utterance; it is cut at random places
   */
  Surroundings(Conditions conditions, float[] babble) {
    this.conditions = conditions;
    this.babble = babble;
  }

  /** Adds noise to an utterance in place, at a level drawn for it. */
  void addTo(float[] sound, Dice dice) {
    double snr = dice.between(conditions.lowSnr(), conditions.highSnr());
    double share = dice.between(0, conditions.babble());
    double speech = rms(sound, 0, sound.length);
    double level = speech * StrictMath.pow(10, -snr / 20);
    float[] noise = coloredNoise(sound.length, dice);
    scaleInto(sound, noise, 0, level * Math.sqrt(1 - share));
    if (share > 0 && babble.length > sound.length) {
      int start = dice.below(babble.length - sound.length);
      scaleInto(sound, babble, start, level * Math.sqrt(share));
    }
  }

  /** Root of the mean square of part of a sound. */
  static double rms(float[] sound, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += (double) sound[i] * sound[i];
    }
    return Math.sqrt(sum / Math.max(1, count));
  }

  private static void scaleInto(float[] sound, float[] noise, int start, double level) {
    double power = rms(noise, start, sound.length);
    float gain = power > 0 ? (float) (level / power) : 0;
    for (int i = 0; i < sound.length; i++) {
      sound[i] += gain * noise[start + i];
    }
  }

  /** White noise, more or less dulled: from a fan to the hum of a road. */
  private static float[] coloredNoise(int length, Dice dice) {
    double bright = StrictMath.exp(dice.between(-6, -3.5));
    double keep = dice.between(0.94, 0.99);
    long state = dice.bits() | 1;
    float[] noise = new float[length];
    double low = 0;
    for (int i = 0; i < length; i++) {
      state ^= state << 13; // xorshift64
      state ^= state >>> 7;
      state ^= state << 17;
      double white = (state >> 11) * 0x1.0p-52;
      low += (1 - keep) * (white - low);
      noise[i] = (float) (low + bright * white);
    }
    return noise;
  }
}
