package io.kith.speech.synthesis;

import io.kith.speech.PhoneSet;
import java.util.List;

/**
 * When each sound of a sentence begins and ends, in samples at 16 kHz.
 *
 * <p>Stressed syllables are longer, the last one before a pause longer still (Klatt 1976), and no
 * two sounds of a kind are alike. Immutable; threads may share it.
 */
final class Timing {
  static final int SAMPLE_RATE = 16_000;

  private final List<Pronouncer.Sound> sounds;
  private final int[] phones;
  private final int[] ends;

  Timing(List<Pronouncer.Sound> sounds, Speaker speaker, Dice dice) {
    this.sounds = List.copyOf(sounds);
    this.phones = new int[sounds.size()];
    this.ends = new int[sounds.size()];
    double haste = StrictMath.exp(0.08 * dice.normal());
    int at = 0;
    for (int i = 0; i < ends.length; i++) {
      Pronouncer.Sound sound = sounds.get(i);
      phones[i] = PhoneSet.phone(sound.phone());
      double seconds = PhoneTarget.of(phones[i]).milliseconds() / 1000;
      seconds *= StrictMath.exp(0.22 * dice.normal());
      if (sound.word() >= 0) {
        seconds *= speaker.tempo() * haste * (sound.stressed() ? 1.18 : 0.92);
        seconds *= isLast(i) ? 1.35 : 1;
      }
      at += Math.max(160, (int) Math.round(seconds * SAMPLE_RATE));
      ends[i] = at;
    }
  }

  int size() {
    return ends.length;
  }

  Pronouncer.Sound sound(int i) {
    return sounds.get(i);
  }

  /** The number of a sound's phone among the 61. */
  int phone(int i) {
    return phones[i];
  }

  int start(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  int end(int i) {
    return ends[i];
  }

  /** The whole sentence's length in samples. */
  int length() {
    return ends[ends.length - 1];
  }

  /** Whether a sound belongs to the last syllable before silence. */
  private boolean isLast(int i) {
    for (int j = i; j < sounds.size(); j++) {
      if (j > i && Sounds.isSyllabic(sounds.get(j).phone())) {
        return false;
      }
      if (sounds.get(j).word() < 0) {
        return true;
      }
    }
    return true;
  }
}
