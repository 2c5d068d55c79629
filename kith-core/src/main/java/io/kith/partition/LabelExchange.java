package io.kith.partition;

import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;

/**
 * Exchanges labelled rows of blocks with too many of them for unlabelled rows of other blocks.
 *
 * <p>Exchanging row r of block A for row u of block B saves
 *
 * <pre>
 *   ω(r,B) − ω(r,A) + ω(u,A) − ω(u,B) − 2 ω(r,u)
 * </pre>
 *
 * <p>where ω(r,B) is the weight between r and the rows of B. The exchange that saves most (or costs
 * least) is taken among the blocks that r has neighbours in; where all of those have their share of
 * labels, among the rows of the next block that has not. For one thread.
 */
final class LabelExchange {
  private static final int ROWS_LOOKED_AT = 32;

  private final AffinityGraph graph;
  private final Labels visible;
  private final int[] blockOf;
  private final int[][] rows;
  private final int most;
  private final int[] labeled;
  private int nextRoomy;

  // The best exchange found so far: the places of both rows in their blocks.
  private int place;
  private int otherBlock;
  private int otherPlace;
  private double saved;

  /** Changes {@code blockOf} and {@code rows}, the rows of each block, in place. */
  LabelExchange(AffinityGraph graph, Labels visible, int[] blockOf, int[][] rows, int most) {
    this.graph = graph;
    this.visible = visible;
    this.blockOf = blockOf;
    this.rows = rows;
    this.most = most;
    this.labeled = new int[rows.length];
    for (int row = 0; row < blockOf.length; row++) {
      labeled[blockOf[row]] += visible.isLabeled(row) ? 1 : 0;
    }
  }

  /** Until no block has too many labelled rows, or no other can take one. */
  void balance() {
    for (int block = 0; block < rows.length; block++) {
      while (labeled[block] > most) {
        if (!search(block)) {
          return;
        }
        exchange(block);
      }
    }
  }

  private boolean search(int block) {
    saved = Double.NEGATIVE_INFINITY;
    int looks = ROWS_LOOKED_AT;
    for (int at = 0; at < rows[block].length && looks > 0; at++) {
      int row = rows[block][at];
      if (visible.isLabeled(row)) {
        looks--;
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          consider(block, at, blockOf[graph.neighborAt(e)]);
        }
      }
    }
    while (saved == Double.NEGATIVE_INFINITY && nextRoomy < rows.length) {
      for (int at = 0; at < rows[block].length; at++) {
        if (visible.isLabeled(rows[block][at])) {
          consider(block, at, nextRoomy);
        }
      }
      if (saved == Double.NEGATIVE_INFINITY) {
        nextRoomy++;
      }
    }
    return saved > Double.NEGATIVE_INFINITY;
  }

  /** Whether the row at a place does well to change with an unlabelled one of another block. */
  private void consider(int block, int at, int other) {
    if (other == block || labeled[other] >= most) {
      return;
    }
    int row = rows[block][at];
    double moving = weight(row, other) - weight(row, block);
    int looks = ROWS_LOOKED_AT;
    for (int there = 0; there < rows[other].length && looks > 0; there++) {
      int candidate = rows[other][there];
      if (!visible.isLabeled(candidate)) {
        looks--;
        double gain =
            moving
                + weight(candidate, block)
                - weight(candidate, other)
                - 2 * graph.weight(row, candidate);
        if (gain > saved) {
          saved = gain;
          place = at;
          otherBlock = other;
          otherPlace = there;
        }
      }
    }
  }

  private double weight(int row, int block) {
    double sum = 0;
    for (int e = graph.begin(row); e < graph.end(row); e++) {
      if (blockOf[graph.neighborAt(e)] == block) {
        sum += graph.weightAt(e);
      }
    }
    return sum;
  }

  private void exchange(int block) {
    int row = rows[block][place];
    int other = rows[otherBlock][otherPlace];
    rows[block][place] = other;
    rows[otherBlock][otherPlace] = row;
    blockOf[row] = otherBlock;
    blockOf[other] = block;
    labeled[block]--;
    labeled[otherBlock]++;
  }
}
