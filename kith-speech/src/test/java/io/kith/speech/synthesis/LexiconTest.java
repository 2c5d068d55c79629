package io.kith.speech.synthesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.speech.PhoneSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LexiconTest {
  @Test
  void everyPronunciationIsMadeOfKnownPhonesWithoutClosures() {
    for (String[] row : ResourceTable.rows("lexicon.txt")) {
      assertThat(row.length).as(row[1]).isGreaterThan(2);
      for (int i = 2; i < row.length; i++) {
        String phone = row[i].endsWith("1") ? row[i].substring(0, row[i].length() - 1) : row[i];
        assertThat(PhoneSet.phone(phone)).as("%s of %s", phone, row[1]).isNotNegative();
        assertThat(phone).as(row[1]).doesNotEndWith("cl");
      }
    }
  }

  @Test
  void aWordClassNeverHoldsAWordTwice() {
    Set<String> seen = new HashSet<>();
    for (String[] row : ResourceTable.rows("lexicon.txt")) {
      assertThat(seen.add(row[0] + " " + row[1])).as(row[0] + " " + row[1]).isTrue();
    }
  }

  @Test
  void theGrammarNamesOnlyWordClassesAndItsOwnSymbols() {
    Lexicon lexicon = new Lexicon();
    Set<String> symbols = new HashSet<>(Set.of(","));
    ResourceTable.rows("grammar.txt").forEach(row -> symbols.add(row[0]));
    for (String[] row : ResourceTable.rows("grammar.txt")) {
      for (int i = 2; i < row.length; i++) {
        assertThat(lexicon.hasClass(row[i]) || symbols.contains(row[i])).as(row[i]).isTrue();
      }
    }
  }

  @Test
  void everyPhoneHasATarget() {
    for (int phone = 0; phone < PhoneSet.SIXTY_ONE.names().size(); phone++) {
      assertThat(PhoneTarget.of(phone)).as(PhoneSet.symbol(phone)).isNotNull();
    }
  }
}
