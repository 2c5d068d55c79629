package io.kith.partition;

import java.util.Arrays;

/**
 * Nodes waiting to be moved, the most profitable one first.
 *
 * <p>A binary heap that knows where each node stands, so that a gain can change in place. For one
 * thread.
 */
final class GainQueue {
  private static final int ABSENT = -1;

  private final int[] heap;
  private final int[] place;
  private final double[] gains;
  private int size;

  GainQueue(int nodes) {
    heap = new int[nodes];
    place = new int[nodes];
    gains = new double[nodes];
    Arrays.fill(place, ABSENT);
  }

  boolean isEmpty() {
    return size == 0;
  }

  double topGain() {
    return gains[heap[0]];
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      place[heap[i]] = ABSENT;
    }
    size = 0;
  }

  /** Adds a node, or changes its gain. */
  void put(int node, double gain) {
    int at = place[node];
    if (at == ABSENT) {
      gains[node] = gain;
      rise(size++, node);
    } else if (gain > gains[node]) {
      gains[node] = gain;
      rise(at, node);
    } else if (gain < gains[node]) {
      gains[node] = gain;
      sink(at, node);
    }
  }

  void remove(int node) {
    int at = place[node];
    if (at == ABSENT) {
      return;
    }
    place[node] = ABSENT;
    int last = heap[--size];
    if (at < size) {
      if (gains[last] > gains[node]) {
        rise(at, last);
      } else {
        sink(at, last);
      }
    }
  }

  int poll() {
    int top = heap[0];
    remove(top);
    return top;
  }

  private void rise(int at, int node) {
    double gain = gains[node];
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      int above = heap[parent];
      if (gains[above] >= gain) {
        break;
      }
      heap[at] = above;
      place[above] = at;
      at = parent;
    }
    heap[at] = node;
    place[node] = at;
  }

  private void sink(int at, int node) {
    double gain = gains[node];
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && gains[heap[child + 1]] > gains[heap[child]]) {
        child++;
      }
      int below = heap[child];
      if (gains[below] <= gain) {
        break;
      }
      heap[at] = below;
      place[below] = at;
      at = child;
    }
    heap[at] = node;
    place[node] = at;
  }
}
