package io.kith.spark.graph;

import io.kith.base.Seed;
import io.kith.spark.GraphChunk;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.broadcast.Broadcast;

/**
 * Where rows would rather be: the task of one round of {@link LabelPropagationCut}.
 *
 * @param labels the label of each row at the beginning of the round, -1 for none
 * @param sizes how many rows have each label
 * @param room rows that a label may have to be wished for; those of more are left out
 * @param turn whose turn it is
 * @param salt other in every round
 */
record LabelVotes(Broadcast<int[]> labels, Broadcast<int[]> sizes, int room, Turn turn, long salt)
    implements Serializable {

  /** Which rows may move in a round. */
  enum Turn {
    /** Half of all rows: if all moved at once, neighbours would change places for ever. */
    HALF,
    /** Rows without a label. */
    UNLABELED
  }

  /** The rows of a chunk that wish for another label, each followed by that label. */
  int[] wishes(GraphChunk chunk) {
    int[] wishes = new int[2 * chunk.size()];
    int filled = 0;
    for (int i = 0; i < chunk.size(); i++) {
      if (mayMove(chunk.ids()[i])) {
        int label = wish(chunk, i);
        if (label >= 0) {
          wishes[filled++] = chunk.ids()[i];
          wishes[filled++] = label;
        }
      }
    }
    return Arrays.copyOf(wishes, filled);
  }

  private boolean mayMove(int row) {
    return switch (turn) {
      case HALF -> hash(row) < 0;
      case UNLABELED -> labels.value()[row] < 0;
    };
  }

  /** The label of the most weight among the neighbours, -1 where that is the row's own. */
  private int wish(GraphChunk chunk, int i) {
    long[] entries = byLabel(chunk, i);
    int own = labels.value()[chunk.ids()[i]];
    double ownWeight = 0;
    double bestWeight = 0;
    int best = -1;
    for (int from = 0, to; from < entries.length; from = to) {
      int label = (int) (entries[from] >> 32);
      double weight = 0;
      for (to = from; to < entries.length && (int) (entries[to] >> 32) == label; to++) {
        weight += chunk.weights()[(int) entries[to]];
      }
      if (label == own) {
        ownWeight = weight;
      } else if (label >= 0 && sizes.value()[label] < room) {
        boolean better = weight > bestWeight || weight == bestWeight && hash(label) < hash(best);
        best = better ? label : best;
        bestWeight = better ? weight : bestWeight;
      }
    }
    return bestWeight > ownWeight ? best : -1;
  }

  /** The entries of a row sorted by the label of the neighbour, which is the upper half. */
  private long[] byLabel(GraphChunk chunk, int i) {
    int begin = chunk.offsets()[i];
    long[] entries = new long[chunk.offsets()[i + 1] - begin];
    for (int e = 0; e < entries.length; e++) {
      entries[e] = (long) labels.value()[chunk.neighbors()[begin + e]] << 32 | begin + e;
    }
    Arrays.sort(entries);
    return entries;
  }

  private long hash(int number) {
    return new Seed(salt).derive(number).value();
  }
}
