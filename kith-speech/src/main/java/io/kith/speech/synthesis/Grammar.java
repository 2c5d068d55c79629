package io.kith.speech.synthesis;

import io.kith.base.Seed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes sentences that are grammatical if seldom sensible.
 *
 * <p>A text belongs either to training or to test, by a hash of its words, so that no test sentence
 * occurs in training however many are drawn. Immutable; threads may share it.
 */
final class Grammar {
  private static final int SHORTEST = 5;
  private static final int LONGEST = 13;

  private final Lexicon lexicon = new Lexicon();
  private final Map<String, List<Rule>> rules = new LinkedHashMap<>();

  private record Rule(int weight, List<String> symbols) {}

  Grammar() {
    for (String[] row : ResourceTable.rows("grammar.txt")) {
      List<String> symbols = List.of(row).subList(2, row.length);
      rules
          .computeIfAbsent(row[0], s -> new ArrayList<>())
          .add(new Rule(Integer.parseInt(row[1]), symbols));
    }
  }

  /** A sentence of the training texts or of the test texts. */
  Sentence sentence(boolean test, Dice dice) {
    while (true) {
      List<Lexicon.Word> words = new ArrayList<>();
      List<Boolean> pauses = new ArrayList<>();
      boolean question = expand("S", words, pauses, dice);
      Sentence sentence = new Sentence(List.copyOf(words), List.copyOf(pauses), question);
      if (words.size() >= SHORTEST
          && words.size() <= LONGEST
          && isTestText(sentence.text()) == test) {
        return sentence;
      }
    }
  }

  /** A quarter of all texts are test texts, the same quarter in every corpus. */
  static boolean isTestText(String text) {
    return (new Seed(0).derive(text).value() & 3) == 0;
  }

  /** Replaces a symbol until only words are left; says whether the sentence is a question. */
  private boolean expand(String symbol, List<Lexicon.Word> words, List<Boolean> pauses, Dice dice) {
    boolean pause = false;
    List<String> symbols = choose(rules.get(symbol), dice).symbols();
    for (String part : symbols) {
      if (part.equals(",")) {
        pause = true;
        continue;
      }
      int before = words.size();
      if (lexicon.hasClass(part)) {
        words.add(lexicon.draw(part, dice));
        pauses.add(false);
      } else {
        expand(part, words, pauses, dice);
      }
      if (pause) {
        pauses.set(before, true);
        pause = false;
      }
    }
    return symbols.get(0).equals("aux");
  }

  private static Rule choose(List<Rule> rules, Dice dice) {
    int total = rules.stream().mapToInt(Rule::weight).sum();
    int left = dice.below(total);
    for (Rule rule : rules) {
      left -= rule.weight();
      if (left < 0) {
        return rule;
      }
    }
    throw new IllegalStateException("weights must be positive");
  }
}
