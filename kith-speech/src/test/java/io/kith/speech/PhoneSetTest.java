package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PhoneSetTest {
  @Test
  void theSetsAreAsLargeAsTheirNamesSay() {
    assertThat(PhoneSet.SIXTY_ONE.names()).hasSize(61).doesNotHaveDuplicates();
    assertThat(PhoneSet.FORTY_EIGHT.names()).hasSize(48).doesNotHaveDuplicates();
    assertThat(PhoneSet.THIRTY_NINE.names()).hasSize(39).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "aa, aa, aa",
    "ao, ao, aa",
    "ax-h, ax, ah",
    "axr, er, er",
    "hv, hh, hh",
    "ux, uw, uw",
    "em, m, m",
    "en, en, n",
    "nx, n, n",
    "eng, ng, ng",
    "ix, ix, ih",
    "el, el, l",
    "zh, zh, sh",
    "kcl, cl, sil",
    "gcl, vcl, sil",
    "h#, sil, sil",
    "pau, sil, sil",
    "epi, epi, sil",
    "z, z, z"
  })
  void phonesFoldAsLeeAndHonSay(String phone, String of48, String of39) {
    assertThat(className(PhoneSet.SIXTY_ONE, phone)).isEqualTo(phone);
    assertThat(className(PhoneSet.FORTY_EIGHT, phone)).isEqualTo(of48);
    assertThat(className(PhoneSet.THIRTY_NINE, phone)).isEqualTo(of39);
  }

  @Test
  void theGlottalStopIsDeletedFromTheSmallSets() {
    int q = PhoneSet.phone("q");
    assertThat(PhoneSet.FORTY_EIGHT.classOf(q)).isEqualTo(PhoneSet.DELETED);
    assertThat(PhoneSet.THIRTY_NINE.classOf(q)).isEqualTo(PhoneSet.DELETED);
    assertThat(className(PhoneSet.SIXTY_ONE, "q")).isEqualTo("q");
  }

  @ParameterizedTest
  @EnumSource
  void everyClassHasAPhone(PhoneSet set) {
    Set<Integer> classes = new HashSet<>();
    for (int phone = 0; phone < 61; phone++) {
      classes.add(set.classOf(phone));
    }
    classes.remove(PhoneSet.DELETED);
    assertThat(classes).hasSize(set.names().size());
  }

  @Test
  void anUnknownPhoneHasNoNumber() {
    assertThat(PhoneSet.phone("xx")).isEqualTo(-1);
    assertThat(PhoneSet.phone("AX-H")).isEqualTo(PhoneSet.phone("ax-h"));
  }

  private static String className(PhoneSet set, String phone) {
    return set.names().get(set.classOf(PhoneSet.phone(phone)));
  }
}
