package io.kith.speech;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The classes that speech is sorted into: TIMIT's 61 phones, or 48 or 39 after phones that
 * listeners confuse are folded into one (Lee and Hon 1989).
 *
 * <p>Transcriptions name one of the 61; {@link #classOf} says what it becomes.
 */
public enum PhoneSet {
  /** Every symbol of the transcriptions is a class of its own. */
  SIXTY_ONE(0),
  /** The classes that Lee and Hon trained. */
  FORTY_EIGHT(1),
  /** The classes that results are usually reported in. */
  THIRTY_NINE(2);

  /** The class of a phone that a set leaves out: the glottal stop q in the sets of 48 and 39. */
  public static final int DELETED = -1;

  /** Phones that keep their name in all three sets. */
  private static final String UNCHANGED =
      "aa ae ah aw ay b ch d dh dx eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw v"
          + " w y z";

  /** Name among the 61, the 48 and the 39. */
  private static final String FOLDED =
      "ao ao aa, ax ax ah, ax-h ax ah, axr er er, bcl vcl sil, dcl vcl sil, el el l, em m m,"
          + " en en n, eng ng ng, epi epi sil, gcl vcl sil, h# sil sil, hv hh hh, ix ix ih,"
          + " kcl cl sil, nx n n, pau sil sil, pcl cl sil, q - -, tcl cl sil, ux uw uw, zh zh sh";

  private static final List<String[]> TABLE = table();
  private static final Map<String, Integer> NUMBERS = numbers();

  private final int column;

  PhoneSet(int column) {
    this.column = column;
  }

  /** The class names, in alphabetical order. */
  public List<String> names() {
    return Holder.NAMES.get(column);
  }

  /**
   * The class of one of the 61 phones, or {@link #DELETED}.
   *
   * @param phone its number among the names of {@link #SIXTY_ONE}
   */
  public int classOf(int phone) {
    return Holder.CLASSES[column][phone];
  }

  /** The number of a phone among the 61, or -1 if there is no such phone; case does not matter. */
  public static int phone(String symbol) {
    return NUMBERS.getOrDefault(symbol.toLowerCase(Locale.ROOT), -1);
  }

  /** The symbol of a phone among the 61. */
  public static String symbol(int phone) {
    return TABLE.get(phone)[0];
  }

  private static List<String[]> table() {
    List<String[]> rows = new ArrayList<>();
    for (String phone : UNCHANGED.split(" ")) {
      rows.add(new String[] {phone, phone, phone});
    }
    for (String row : FOLDED.split(", *")) {
      rows.add(row.split(" "));
    }
    rows.sort((a, b) -> a[0].compareTo(b[0]));
    return List.copyOf(rows);
  }

  private static Map<String, Integer> numbers() {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < TABLE.size(); i++) {
      numbers.put(TABLE.get(i)[0], i);
    }
    return Map.copyOf(numbers);
  }

  /** What is computed from the table once all three sets exist. */
  private static final class Holder {
    static final List<List<String>> NAMES = new ArrayList<>();
    static final int[][] CLASSES = new int[3][TABLE.size()];

    static {
      for (int set = 0; set < 3; set++) {
        int column = set;
        List<String> names =
            TABLE.stream()
                .map(r -> r[column])
                .filter(n -> !n.equals("-"))
                .distinct()
                .sorted()
                .toList();
        NAMES.add(names);
        for (int phone = 0; phone < TABLE.size(); phone++) {
          CLASSES[set][phone] = names.indexOf(TABLE.get(phone)[column]);
        }
      }
    }
  }
}
