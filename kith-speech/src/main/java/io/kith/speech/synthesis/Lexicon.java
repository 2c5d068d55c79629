package io.kith.speech.synthesis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The words that can be said, by word class, with how each is pronounced.
 *
 * <p>Immutable; threads may share it.
 */
final class Lexicon {
  private final Map<String, List<Word>> classes = new LinkedHashMap<>();

  /**
   * A word and its phones as a dictionary has them.
   *
   * @param stressed for each phone, whether it carries the word's stress
   */
  record Word(String text, List<String> phones, List<Boolean> stressed) {}

  Lexicon() {
    for (String[] row : ResourceTable.rows("lexicon.txt")) {
      List<String> phones = new ArrayList<>();
      List<Boolean> stressed = new ArrayList<>();
      for (int i = 2; i < row.length; i++) {
        boolean stress = row[i].endsWith("1");
        phones.add(stress ? row[i].substring(0, row[i].length() - 1) : row[i]);
        stressed.add(stress);
      }
      Word word = new Word(row[1].replace('_', ' '), List.copyOf(phones), List.copyOf(stressed));
      classes.computeIfAbsent(row[0], c -> new ArrayList<>()).add(word);
    }
  }

  boolean hasClass(String wordClass) {
    return classes.containsKey(wordClass);
  }

  List<Word> words(String wordClass) {
    return classes.get(wordClass);
  }

  Word draw(String wordClass, Dice dice) {
    List<Word> words = words(wordClass);
    return words.get(dice.below(words.size()));
  }
}
