package io.kith.data;

/** Parts a number of seats among classes in proportion to their sizes (Hamilton's method). */
final class Apportionment {
  private Apportionment() {}

  /**
   * Every class gets {@code share * count} rounded down; what then lacks for {@code total} goes one
   * each to the largest remainders. So each is within one of its share. No class gets more than its
   * room, even if that leaves the total short.
   */
  static int[] shares(int[] counts, double share, int total, int[] room) {
    int[] seats = new int[counts.length];
    double[] remainders = new double[counts.length];
    int given = 0;
    for (int c = 0; c < counts.length; c++) {
      double quota = share * counts[c];
      seats[c] = Math.min(room[c], (int) quota);
      remainders[c] = seats[c] < room[c] ? quota - seats[c] : -1;
      given += seats[c];
    }
    for (; given < total; given++) {
      int best = -1;
      for (int c = 0; c < counts.length; c++) {
        if (remainders[c] > 0 && (best < 0 || remainders[c] > remainders[best])) {
          best = c;
        }
      }
      if (best < 0) {
        break;
      }
      seats[best]++;
      remainders[best] = -1;
    }
    return seats;
  }
}
