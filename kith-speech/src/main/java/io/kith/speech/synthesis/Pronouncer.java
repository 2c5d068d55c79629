package io.kith.speech.synthesis;

import java.util.ArrayList;
import java.util.List;

/**
 * Says how words sound when they are spoken in a row: what people do that no dictionary tells.
 *
 * <p>"Butter" gets a flap, "and" shrinks to "en", a vowel between two voiceless consonants is
 * whispered, stops are given the closure before their burst; some regions drop their r.
 */
final class Pronouncer {
  private final Speaker speaker;
  private final Dice dice;

  /** A phone of the sentence; word -1 is silence. */
  record Sound(String phone, boolean stressed, int word) {
    Sound as(String other) {
      return new Sound(other, stressed, word);
    }
  }

  Pronouncer(Speaker speaker, Dice dice) {
    this.speaker = speaker;
    this.dice = dice;
  }

  List<Sound> pronounce(Sentence sentence) {
    List<Sound> sounds = new ArrayList<>();
    sounds.add(new Sound("h#", false, -1));
    for (int w = 0; w < sentence.words().size(); w++) {
      if (sentence.pauses().get(w) && dice.chance(0.7)) {
        sounds.add(new Sound("pau", false, -1));
      }
      addWord(sentence, w, sounds);
    }
    sounds.add(new Sound("h#", false, -1));
    return withClosures(withGlottalStops(reduced(withAccent(sounds))));
  }

  private void addWord(Sentence sentence, int w, List<Sound> sounds) {
    Lexicon.Word word = sentence.words().get(w);
    List<String> phones = word.phones();
    boolean beforeVowel =
        w + 1 < sentence.words().size()
            && Sounds.isVowel(sentence.words().get(w + 1).phones().get(0));
    switch (word.text()) {
      case "a" -> phones = beforeVowel ? List.of("ae", "n") : List.of("ax");
      case "the" -> phones = beforeVowel ? List.of("dh", "iy") : List.of("dh", "ax");
      case "and" -> {
        if (dice.chance(0.6)) {
          phones = dice.chance(0.5) ? List.of("ix", "n") : List.of("en");
        }
      }
      default -> {}
    }
    for (int i = 0; i < phones.size(); i++) {
      boolean stressed = phones == word.phones() && word.stressed().get(i);
      sounds.add(new Sound(phones.get(i), stressed, w));
    }
  }

  /** What the speaker's region does to the dictionary's phones. */
  private List<Sound> withAccent(List<Sound> sounds) {
    List<Sound> spoken = new ArrayList<>();
    for (int i = 0; i < sounds.size(); i++) {
      Sound sound = sounds.get(i);
      String phone = sound.phone();
      boolean afterVowel = i > 0 && Sounds.isVowel(sounds.get(i - 1).phone());
      boolean beforeVowel = i + 1 < sounds.size() && Sounds.isVowel(sounds.get(i + 1).phone());
      boolean beforeNasal = i + 1 < sounds.size() && Sounds.isNasal(sounds.get(i + 1).phone());
      int region = speaker.region();
      boolean dropsR = region == 1 || region == 6;
      if (dropsR && phone.equals("r") && afterVowel && !beforeVowel && dice.chance(0.5)) {
        continue;
      }
      if (dropsR && phone.equals("axr") && !beforeVowel && dice.chance(0.5)) {
        phone = "ax";
      } else if (region == 5 && phone.equals("ay") && dice.chance(0.3)) {
        phone = "aa";
      } else if (region == 5 && phone.equals("eh") && beforeNasal && dice.chance(0.6)) {
        phone = "ih";
      } else if (region >= 7
          && phone.equals("ao")
          && !sounds.get(i + 1).phone().equals("r")
          && dice.chance(0.5)) {
        phone = "aa";
      }
      spoken.add(sound.as(phone));
    }
    return spoken;
  }

  /** Flaps, whispered and reduced vowels, voiced h, fronted u. */
  private List<Sound> reduced(List<Sound> sounds) {
    List<Sound> spoken = new ArrayList<>();
    for (int i = 0; i < sounds.size(); i++) {
      Sound sound = sounds.get(i);
      String before = i == 0 ? "h#" : spoken.get(i - 1).phone();
      String after = i + 1 == sounds.size() ? "h#" : sounds.get(i + 1).phone();
      boolean afterStressed = i + 1 < sounds.size() && sounds.get(i + 1).stressed();
      spoken.add(sound.as(reduce(sound, before, after, afterStressed)));
    }
    return spoken;
  }

  private String reduce(Sound sound, String before, String after, boolean beforeStress) {
    String phone = sound.phone();
    boolean betweenVowels = Sounds.isVowel(before) && Sounds.isSyllabic(after) && !beforeStress;
    return switch (phone) {
      case "t", "d" -> betweenVowels && !after.equals("en") && dice.chance(0.75) ? "dx" : phone;
      case "n" -> betweenVowels && dice.chance(0.5) ? "nx" : phone;
      case "hh" ->
          Sounds.isVowel(before) || Sounds.isNasal(before) ? pick("hv", phone, 0.7) : phone;
      case "uw" -> Sounds.isCoronal(before) ? pick("ux", phone, 0.6) : phone;
      case "ax", "ix" -> {
        if (Sounds.isVoiceless(before) && Sounds.isVoiceless(after)) {
          yield pick("ax-h", phone, 0.5);
        }
        yield phone.equals("ix") && after.equals("ng") ? pick("ih", phone, 0.2) : phone;
      }
      case "ng" -> before.equals("ix") ? pick("eng", phone, 0.3) : phone;
      case "ih", "eh", "uh" -> sound.stressed() ? phone : pick("ix", phone, 0.35);
      case "ah", "ae", "aa" -> sound.stressed() ? phone : pick("ax", phone, 0.3);
      case "er" -> sound.stressed() ? phone : pick("axr", phone, 0.5);
      case "z" -> Sounds.isVoiceless(after) ? pick("s", phone, 0.3) : phone;
      default -> phone;
    };
  }

  private List<Sound> withGlottalStops(List<Sound> sounds) {
    List<Sound> spoken = new ArrayList<>();
    for (int i = 0; i < sounds.size(); i++) {
      Sound sound = sounds.get(i);
      Sound before = i == 0 ? sound : sounds.get(i - 1);
      boolean startsWord = sound.word() != before.word() && sound.word() >= 0;
      boolean open = before.word() < 0 || Sounds.isVowel(before.phone());
      if (startsWord && Sounds.isVowel(sound.phone()) && dice.chance(open ? 0.45 : 0.12)) {
        spoken.add(new Sound("q", false, sound.word()));
      }
      boolean slidesApart =
          (before.phone().equals("s") || before.phone().equals("f") || before.phone().equals("z"))
              && (Sounds.isNasal(sound.phone()) || sound.phone().equals("l"));
      if (slidesApart && dice.chance(0.25)) {
        spoken.add(new Sound("epi", false, sound.word()));
      }
      spoken.add(sound);
    }
    return spoken;
  }

  /** Every stop is a closure, then its burst; before another stop the burst may stay away. */
  private List<Sound> withClosures(List<Sound> sounds) {
    List<Sound> spoken = new ArrayList<>();
    for (int i = 0; i < sounds.size(); i++) {
      Sound sound = sounds.get(i);
      String phone = sound.phone();
      String after = i + 1 == sounds.size() ? "h#" : sounds.get(i + 1).phone();
      if (phone.equals("ch") || phone.equals("jh")) {
        spoken.add(sound.as(phone.equals("ch") ? "tcl" : "dcl"));
        spoken.add(sound);
      } else if (Sounds.isStop(phone)) {
        spoken.add(sound.as(phone + "cl"));
        boolean swallowed = Sounds.isStop(after) || after.equals("ch") || after.equals("jh");
        if (phone.equals("t") && after.equals("en") && dice.chance(0.5)) {
          spoken.set(spoken.size() - 1, sound.as("q"));
        } else if (!dice.chance(swallowed ? 0.75 : after.equals("h#") ? 0.35 : 0.04)) {
          spoken.add(sound);
        }
      } else {
        spoken.add(sound);
      }
    }
    return spoken;
  }

  private String pick(String one, String other, double probability) {
    return dice.chance(probability) ? one : other;
  }
}
