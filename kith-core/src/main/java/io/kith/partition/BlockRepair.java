package io.kith.partition;

import io.kith.graph.AffinityGraph;
import java.util.Arrays;

/**
 * Makes a partition keep its promises: no block empty, none heavier than allowed.
 *
 * <p>A block that is too heavy gives away rows, the one it holds least first; a row goes to the
 * block with room it is most drawn to, and where none draws it, to an empty block, or else to any
 * with room. Then each block still empty is given one row of a large block. Blocks that were fine
 * are otherwise left alone. For one thread.
 */
final class BlockRepair {
  private final AffinityGraph graph;
  private final int[] rowWeights;
  private final int[] blockOf;
  private final int limit;
  private final int[] sizes; // in rows
  private final int[] weights;
  private final double[] pull;
  private int[] members; // rows, block by block
  private int[] firstMember;
  private int nextEmpty;
  private int nextRoomy;

  /** Changes {@code blockOf} in place; {@code limit} is that of {@link RowWeights#limit}. */
  BlockRepair(AffinityGraph graph, int[] rowWeights, int[] blockOf, int blocks, int limit) {
    this.graph = graph;
    this.rowWeights = rowWeights;
    this.blockOf = blockOf;
    this.limit = limit;
    this.sizes = new int[blocks];
    this.weights = new int[blocks];
    this.pull = new double[blocks];
    for (int row = 0; row < blockOf.length; row++) {
      sizes[blockOf[row]]++;
      weights[blockOf[row]] += rowWeights[row];
    }
  }

  void repair() {
    listMembers();
    for (int block = 0; block < sizes.length; block++) {
      while (weights[block] > limit) {
        int row = loosest(block);
        move(row, destination(row));
      }
    }
    listMembers();
    fillEmpty();
  }

  /** Rows move out of the largest blocks, the largest first, until no block is empty. */
  private void fillEmpty() {
    int most = Arrays.stream(sizes).max().orElse(0);
    for (int size = most; size > 1 && skipToEmpty(); size--) {
      for (int block = 0; block < sizes.length && skipToEmpty(); block++) {
        if (sizes[block] == size) {
          move(loosest(block), nextEmpty);
        }
      }
    }
  }

  private boolean skipToEmpty() {
    while (nextEmpty < sizes.length && sizes[nextEmpty] > 0) {
      nextEmpty++;
    }
    return nextEmpty < sizes.length;
  }

  private void listMembers() {
    firstMember = new int[sizes.length + 1];
    members = Contraction.membersOf(blockOf, sizes.length, firstMember);
  }

  /** The row of a block whose weight to the block falls shortest of its weight elsewhere. */
  private int loosest(int block) {
    int found = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int m = firstMember[block]; m < firstMember[block + 1]; m++) {
      int row = members[m];
      if (blockOf[row] == block) {
        double held = 0;
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          boolean inside = blockOf[graph.neighborAt(e)] == block;
          held += inside ? graph.weightAt(e) : -graph.weightAt(e);
        }
        if (held < least) {
          found = row;
          least = held;
        }
      }
    }
    return found;
  }

  private int destination(int row) {
    int best = -1;
    for (int e = graph.begin(row); e < graph.end(row); e++) {
      int block = blockOf[graph.neighborAt(e)];
      pull[block] += graph.weightAt(e);
      if (hasRoom(block, row) && (best < 0 || pull[block] > pull[best])) {
        best = block;
      }
    }
    for (int e = graph.begin(row); e < graph.end(row); e++) {
      pull[blockOf[graph.neighborAt(e)]] = 0;
    }
    if (best >= 0) {
      return best;
    }
    if (skipToEmpty()) {
      return nextEmpty;
    }
    while (weights[nextRoomy] >= limit) {
      nextRoomy++;
    }
    return hasRoom(nextRoomy, row) ? nextRoomy : lightest();
  }

  private boolean hasRoom(int block, int row) {
    return weights[block] + rowWeights[row] <= limit;
  }

  private int lightest() {
    int found = 0;
    for (int block = 1; block < weights.length; block++) {
      found = weights[block] < weights[found] ? block : found;
    }
    return found;
  }

  private void move(int row, int to) {
    sizes[blockOf[row]]--;
    weights[blockOf[row]] -= rowWeights[row];
    blockOf[row] = to;
    sizes[to]++;
    weights[to] += rowWeights[row];
  }
}
