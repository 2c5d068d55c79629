package io.kith.speech.synthesis;

import io.kith.speech.PhoneSet;
import java.util.List;

/**
 * How one phone is made by an average man: what phones.txt says of it.
 *
 * @param f1 formants in Hz near its start; {@code e1} and so on near its end
 * @param hold how firmly it holds its formants against its neighbours
 * @param zero what the nose swallows, in Hz; 0 for sounds made without the nose
 */
record PhoneTarget(
    double milliseconds,
    double f1,
    double f2,
    double f3,
    double e1,
    double e2,
    double e3,
    double hold,
    double voice,
    double breath,
    double noise,
    double peak,
    double width,
    double zero) {

  private static final PhoneTarget[] TABLE = table();

  /** The target of a phone by its number among the 61. */
  static PhoneTarget of(int phone) {
    return TABLE[phone];
  }

  private static PhoneTarget[] table() {
    List<String[]> rows = ResourceTable.rows("phones.txt");
    PhoneTarget[] table = new PhoneTarget[PhoneSet.SIXTY_ONE.names().size()];
    for (String[] row : rows) {
      double[] v = new double[14];
      for (int i = 0; i < v.length; i++) {
        v[i] = Double.parseDouble(row[i + 1]);
      }
      table[PhoneSet.phone(row[0])] =
          new PhoneTarget(
              v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12],
              v[13]);
    }
    return table;
  }
}
