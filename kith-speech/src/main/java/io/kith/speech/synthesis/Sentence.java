package io.kith.speech.synthesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Words to be said in one breath or two.
 *
 * @param pauses for each word, whether a pause comes before it
 * @param question whether the voice rises at the end
 */
record Sentence(List<Lexicon.Word> words, List<Boolean> pauses, boolean question) {

  /** The sentence as it is written, with a capital and a full stop. */
  String text() {
    StringBuilder text = new StringBuilder();
    List<String> shown = shownWords();
    for (int w = 0; w < shown.size(); w++) {
      if (w > 0) {
        text.append(pauses.get(w) ? ", " : " ");
      }
      text.append(shown.get(w));
    }
    String first = text.substring(0, 1).toUpperCase(Locale.ROOT);
    return first + text.substring(1) + (question ? "?" : ".");
  }

  /** The words as written; "a" becomes "an" before a vowel. */
  List<String> shownWords() {
    List<String> shown = new ArrayList<>();
    for (int w = 0; w < words.size(); w++) {
      String text = words.get(w).text();
      boolean an =
          text.equals("a")
              && w + 1 < words.size()
              && Sounds.isVowel(words.get(w + 1).phones().get(0));
      shown.add(an ? "an" : text);
    }
    return shown;
  }
}
