package io.kith.spark.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Gathers pivots that many rows have in common into groups that own about as many rows each.
 *
 * <p>Two pivots are linked by the number w of rows that have both among their nearest. Each pivot
 * begins as a group of its own, which owns the rows nearest to it; then, of all groups that fit
 * together, always the two with the highest w² / (rows · rows) become one, until none fit. A group
 * left with next to no rows joins the one it is linked with most, whether it fits or not.
 *
 * <p>So rows follow their nearest pivots into few groups. (Cutting the pivots by planes instead
 * sent rows of 351 features to nearly as many groups as pivots.) On the driver; the outcome depends
 * on the arguments alone.
 */
final class PivotGroups {
  private final long most;
  private final long[] rows;
  private final int[] joined; // the group that a group has become part of, or itself
  private final List<Map<Integer, Double>> links = new ArrayList<>();
  private final PriorityQueue<Pair> pairs = new PriorityQueue<>();
  private final int[] groupOf;
  private int groups;

  /**
   * Makes the groups.
   *
   * @param owned how many rows are nearest to each pivot
   * @param common how many rows have two pivots among their nearest; the pair is the lower number
   *     in the upper half of the key and the higher one in the lower half
   * @param most rows of a group at most, unless one pivot owns more
   * @param fewest rows of a group at least
   */
  PivotGroups(long[] owned, Map<Long, Long> common, long most, long fewest) {
    this.most = most;
    this.rows = owned.clone();
    this.joined = new int[owned.length];
    Arrays.setAll(joined, i -> i);
    for (int p = 0; p < owned.length; p++) {
      links.add(new HashMap<>());
    }
    common.forEach((pair, count) -> link((int) (pair >> 32), (int) (long) pair, count));
    joinWhatFits();
    joinTiny(fewest);
    this.groupOf = numbered();
  }

  int count() {
    return groups;
  }

  /** The group of each pivot. */
  int[] groupOf() {
    return groupOf;
  }

  /** Two groups that were linked so when they had so many rows together. */
  private record Pair(double rating, int a, int b, long rowsThen) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int byRating = Double.compare(other.rating, rating);
      int byFirst = byRating != 0 ? byRating : Integer.compare(a, other.a);
      return byFirst != 0 ? byFirst : Integer.compare(b, other.b);
    }
  }

  private void link(int a, int b, double count) {
    links.get(a).put(b, count);
    links.get(b).put(a, count);
    offer(a, b);
  }

  private void offer(int a, int b) {
    if (rows[a] + rows[b] <= most) {
      pairs.add(new Pair(rating(a, b), Math.min(a, b), Math.max(a, b), rows[a] + rows[b]));
    }
  }

  private double rating(int a, int b) {
    double weight = links.get(a).get(b);
    return weight * weight / ((double) Math.max(1, rows[a]) * Math.max(1, rows[b]));
  }

  private void joinWhatFits() {
    for (Pair best = pairs.poll(); best != null; best = pairs.poll()) {
      boolean current =
          joined[best.a] == best.a
              && joined[best.b] == best.b
              && rows[best.a] + rows[best.b] == best.rowsThen;
      if (current) {
        join(best.a, best.b);
      }
    }
  }

  /** Makes b part of a. */
  private void join(int a, int b) {
    joined[b] = a;
    rows[a] += rows[b];
    links.get(a).remove(b);
    links
        .get(b)
        .forEach(
            (other, weight) -> {
              links.get(other).remove(b);
              if (other != a) {
                links.get(a).merge(other, weight, Double::sum);
                links.get(other).merge(a, weight, Double::sum);
              }
            });
    links.get(b).clear();
    links.get(a).keySet().forEach(other -> offer(a, other));
  }

  private void joinTiny(long fewest) {
    for (int g = 0; g < joined.length; g++) {
      if (joined[g] == g && rows[g] < fewest) {
        int other = closest(g);
        if (other >= 0) {
          join(other, g);
        }
      }
    }
  }

  /** The group most linked with another; the one of fewest rows where it has no link. */
  private int closest(int g) {
    int best = -1;
    double bestRating = 0;
    for (int other : links.get(g).keySet()) {
      double rating = rating(g, other);
      if (rating > bestRating || rating == bestRating && other < best) {
        best = other;
        bestRating = rating;
      }
    }
    for (int other = 0; other < joined.length && links.get(g).isEmpty(); other++) {
      boolean group = joined[other] == other && other != g;
      best = group && (best < 0 || rows[other] < rows[best]) ? other : best;
    }
    return best;
  }

  private int[] numbered() {
    int[] numbers = new int[joined.length];
    Arrays.fill(numbers, -1);
    int[] result = new int[joined.length];
    for (int p = 0; p < result.length; p++) {
      int group = p;
      while (joined[group] != group) {
        group = joined[group];
      }
      if (numbers[group] < 0) {
        numbers[group] = groups++;
      }
      result[p] = numbers[group];
    }
    return result;
  }
}
