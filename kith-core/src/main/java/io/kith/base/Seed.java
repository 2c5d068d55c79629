package io.kith.base;

import java.util.SplittableRandom;

/**
 * The origin of a run's randomness: one number, from which every stage derives its own by name.
 *
 * <p>A derived seed depends on the path of names and numbers alone, so adding a stage or a thread
 * never changes what another stage draws. Immutable; threads may share it, but not the generators
 * it hands out.
 *
 * <pre>{@code seed.derive("batch").derive(epoch).random()}</pre>
 */
public record Seed(long value) {

  public Seed derive(String name) {
    long hash = 0xcbf29ce484222325L; // FNV-1a, 64 bits
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return new Seed(mix(value ^ mix(hash)));
  }

  public Seed derive(long number) {
    return new Seed(mix(value + mix(number + 0x9e3779b97f4a7c15L)));
  }

  /** A new generator; the same one every time it is asked for. */
  public SplittableRandom random() {
    return new SplittableRandom(value);
  }

  /** A random order of 0..n-1 (Fisher and Yates). */
  public int[] permutation(int n) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    shuffle(order);
    return order;
  }

  /** Brings the values into random order, in place. */
  public void shuffle(int[] values) {
    SplittableRandom random = random();
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int moved = values[i];
      values[i] = values[j];
      values[j] = moved;
    }
  }

  /** The finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
