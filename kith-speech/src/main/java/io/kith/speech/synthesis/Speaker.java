package io.kith.speech.synthesis;

import io.kith.base.Seed;
import io.kith.speech.PhoneSet;
import java.util.Locale;

/**
 * Who is talking: body, habits and accent.
 *
 * <p>Immutable; threads may share it.
 */
final class Speaker {
  private static final int REGIONS = 8;
  private static final int NAMES = 26 * 26 * 26;

  private final String name;
  private final int region;
  private final boolean female;
  private final double[] tract;
  private final double pitch;
  private final double pitchRange;
  private final double tempo;
  private final double breathiness;
  private final double tilt;
  private final double openness;
  private final double roughness;
  private final double glide;
  private final double[][] accent;

  /**
   * Draws a speaker.
   *
   * @param number unique in the corpus: names never meet, in training or test
   */
  Speaker(int number, Conditions conditions, Seed seed) {
    Dice dice = new Dice(seed.derive("speaker").derive(number));
    this.region = 1 + dice.below(REGIONS);
    this.female = number % 10 < 3; // TIMIT has 30 % women
    this.name = name(number, female, seed);
    double size = (female ? 1.16 : 1.0) * (1 + conditions.warp() * dice.normal());
    this.tract = new double[6];
    for (int f = 0; f < tract.length; f++) {
      tract[f] = size * (1 + 0.4 * conditions.warp() * dice.normal());
    }
    this.pitch = (female ? 205 : 118) * StrictMath.pow(2, 0.22 * dice.normal());
    this.pitchRange = dice.between(0.10, 0.30);
    this.tempo = StrictMath.pow(2, 0.22 * dice.normal());
    this.breathiness = StrictMath.pow(2, 0.7 * dice.normal()) * (female ? 1.6 : 1);
    this.tilt = Math.min(0.9, Math.max(0.1, (female ? 0.55 : 0.45) + 0.15 * dice.normal()));
    this.openness = Math.min(0.8, Math.max(0.4, (female ? 0.64 : 0.56) + 0.06 * dice.normal()));
    this.roughness = dice.between(0.005, 0.03);
    this.glide = dice.between(0.8, 1.3);
    this.accent = accent(region, conditions.sloppiness(), seed, dice);
  }

  String name() {
    return name;
  }

  /** One of eight dialect regions, counted from 1. */
  int region() {
    return region;
  }

  boolean female() {
    return female;
  }

  /** How this speaker's formant (0 to 5) lies above the average man's, as a factor. */
  double tract(int formant) {
    return tract[formant];
  }

  /** How this speaker's habit moves a formant (0 to 2) of a phone, as a factor. */
  double accent(int phone, int formant) {
    return accent[phone][formant];
  }

  /** Average pitch in Hz. */
  double pitch() {
    return pitch;
  }

  /** How far pitch moves up and down, as a share of it. */
  double pitchRange() {
    return pitchRange;
  }

  /** How long phones are, as a factor. */
  double tempo() {
    return tempo;
  }

  double breathiness() {
    return breathiness;
  }

  /** How dull the voice is, 0 to 1. */
  double tilt() {
    return tilt;
  }

  /** The share of each cycle for which the glottis is open. */
  double openness() {
    return openness;
  }

  /** How irregular the cycles of the voice are. */
  double roughness() {
    return roughness;
  }

  /** How slowly the tongue moves from phone to phone, as a factor. */
  double glide() {
    return glide;
  }

  private static double[][] accent(int region, double sloppiness, Seed seed, Dice dice) {
    Dice shared = new Dice(seed.derive("accent").derive(region));
    double[][] accent = new double[PhoneSet.SIXTY_ONE.names().size()][3];
    for (double[] phone : accent) {
      for (int f = 0; f < phone.length; f++) {
        double size = f == 2 ? 0.5 : 1;
        phone[f] = 1 + size * sloppiness * (0.6 * shared.normal() + 0.6 * dice.normal());
      }
    }
    return accent;
  }

  /** Sex, three initials and a digit: a different one for every number. */
  private static String name(int number, boolean female, Seed seed) {
    // 7919 is prime to 26^3, so the initials run through all of them before one comes again
    long shift = (seed.derive("names").value() >>> 1) % NAMES;
    int initials = (int) ((number * 7919L + shift) % NAMES);
    char[] letters = {
      (char) ('A' + initials / 676), (char) ('A' + initials / 26 % 26), (char) ('A' + initials % 26)
    };
    return String.format(
        Locale.ROOT, "%s%s%d", female ? "F" : "M", new String(letters), number / NAMES);
  }
}
