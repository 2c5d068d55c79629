package io.kith.speech.synthesis;

import java.util.Arrays;
import java.util.Set;

/** Kinds of phones that the rules of connected speech speak of. */
final class Sounds {
  private static final Set<String> VOWELS =
      set("iy ih eh ey ae aa aw ay ah ao oy ow uh uw ux er ax ix axr ax-h");
  private static final Set<String> SYLLABIC = set("el em en eng");
  private static final Set<String> STOPS = set("p t k b d g");
  private static final Set<String> VOICELESS = set("p t k f th s sh ch hh");
  private static final Set<String> CORONAL = set("t d n s z l y ch jh sh dx");
  private static final Set<String> NASALS = set("m n ng em en eng nx");

  private Sounds() {}

  static boolean isVowel(String phone) {
    return VOWELS.contains(phone);
  }

  /** Whether a phone is the core of a syllable. */
  static boolean isSyllabic(String phone) {
    return VOWELS.contains(phone) || SYLLABIC.contains(phone);
  }

  static boolean isStop(String phone) {
    return STOPS.contains(phone);
  }

  static boolean isVoiceless(String phone) {
    return VOICELESS.contains(phone);
  }

  static boolean isCoronal(String phone) {
    return CORONAL.contains(phone);
  }

  static boolean isNasal(String phone) {
    return NASALS.contains(phone);
  }

  private static Set<String> set(String phones) {
    return Set.copyOf(Arrays.asList(phones.split(" ")));
  }
}
