package io.kith.spark.graph;

import io.kith.base.Seed;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Cuts a graph that does not fit the driver into balanced blocks, by label propagation whose labels
 * take a limited number of rows.
 *
 * <p>In a round, rows wish for the label of most weight among their neighbours ({@link LabelVotes},
 * by tasks), and the driver grants wishes in the order of the rows while there is room. Every row
 * begins with a label of its own, so labels gather clusters; the largest clusters become the
 * blocks, the rows of the others are dealt to the blocks of their neighbours, and some rounds
 * between blocks mend the borders. (After size-constrained label propagation, Meyerhenke, Sanders
 * and Schulz 2014.)
 *
 * <p>The driver holds the label of every row and nothing of the graph. The outcome depends on graph
 * and seed, not on executors.
 */
final class LabelPropagationCut {
  private static final int CLUSTER_ROUNDS = 10;
  private static final int SETTLE_ROUNDS = 6;
  private static final int REFINE_ROUNDS = 8;

  /** How often wishes are gone through that were not granted, as rows that left made room. */
  private static final int SECOND_CHANCES = 2;

  private final DistributedGraph graph;
  private final JavaSparkContext spark;
  private final int blocks;
  private final int largest;
  private final Seed seed;
  private final int[] labels;
  private int[] sizes;

  LabelPropagationCut(DistributedGraph graph, int blocks, int largest, Seed seed) {
    this.graph = graph;
    this.spark = JavaSparkContext.fromSparkContext(graph.chunks().context());
    this.blocks = blocks;
    this.largest = largest;
    this.seed = seed;
    this.labels = new int[graph.size()];
  }

  /** The block of each row; none is empty, none has more than {@code largest} rows. */
  int[] cut() {
    Arrays.setAll(labels, i -> i);
    sizes = new int[labels.length];
    Arrays.fill(sizes, 1);
    for (int r = 0; r < CLUSTER_ROUNDS; r++) {
      round(LabelVotes.Turn.HALF, largest, seed.derive("cluster").derive(r));
    }
    keepLargest();
    for (int r = 0; r < SETTLE_ROUNDS && hasUnlabeled(); r++) {
      round(LabelVotes.Turn.UNLABELED, largest, seed.derive("settle").derive(r));
    }
    dealOut();
    fillEmpty();
    for (int r = 0; r < REFINE_ROUNDS; r++) {
      round(LabelVotes.Turn.HALF, Integer.MAX_VALUE, seed.derive("refine").derive(r));
    }
    return labels;
  }

  private void round(LabelVotes.Turn turn, int room, Seed salt) {
    Broadcast<int[]> labelsNow = spark.broadcast(labels.clone());
    Broadcast<int[]> sizesNow = spark.broadcast(sizes.clone());
    LabelVotes votes = new LabelVotes(labelsNow, sizesNow, room, turn, salt.value());
    JavaRDD<int[]> wishes = graph.chunks().map(votes::wishes);
    OnDriver.forEach(wishes, this::grant);
    labelsNow.destroy();
    sizesNow.destroy();
  }

  /** Grants wishes while there is room, and does not let a label lose its last row to a block. */
  private void grant(int[] wishes) {
    int open = wishes.length;
    for (int pass = 0; pass <= SECOND_CHANCES && open > 0; pass++) {
      int kept = 0;
      for (int w = 0; w < open; w += 2) {
        if (!move(wishes[w], wishes[w + 1])) {
          wishes[kept] = wishes[w];
          wishes[kept + 1] = wishes[w + 1];
          kept += 2;
        }
      }
      open = kept;
    }
  }

  private boolean move(int row, int label) {
    int from = labels[row];
    boolean lastOfBlock = from >= 0 && sizes.length == blocks && sizes[from] == 1;
    if (sizes[label] >= largest || lastOfBlock) {
      return false;
    }
    if (from >= 0) {
      sizes[from]--;
    }
    sizes[label]++;
    labels[row] = label;
    return true;
  }

  /**
   * Numbers the largest clusters as blocks, larger ones first; rows of the others are unlabelled.
   */
  private void keepLargest() {
    int[] ofSize = new int[largest + 2]; // how many clusters are larger, for each size
    for (int size : sizes) {
      ofSize[size]++;
    }
    int larger = 0;
    for (int size = largest; size >= 0; size--) {
      int here = ofSize[size];
      ofSize[size] = larger;
      larger += here;
    }
    int[] number = new int[sizes.length];
    for (int label = 0; label < sizes.length; label++) {
      int place = sizes[label] == 0 ? blocks : ofSize[sizes[label]]++;
      number[label] = place < blocks ? place : -1;
    }
    sizes = new int[blocks];
    for (int row = 0; row < labels.length; row++) {
      labels[row] = number[labels[row]];
      if (labels[row] >= 0) {
        sizes[labels[row]]++;
      }
    }
  }

  private boolean hasUnlabeled() {
    return Arrays.stream(labels).anyMatch(label -> label < 0);
  }

  /** Rows that no block with room draws go to the next that has some. */
  private void dealOut() {
    int block = blocks - 1; // the smallest are last
    for (int row = 0; row < labels.length; row++) {
      if (labels[row] < 0) {
        while (sizes[block] >= largest) {
          block--;
        }
        move(row, block);
      }
    }
  }

  /** Each empty block is given a row, of a block that has many if there is one. */
  private void fillEmpty() {
    int average = labels.length / blocks;
    int empty = 0;
    for (int least : new int[] {Math.max(2, average), 2}) {
      for (int row = 0; row < labels.length; row++) {
        while (empty < blocks && sizes[empty] > 0) {
          empty++;
        }
        if (empty == blocks) {
          return;
        }
        if (sizes[labels[row]] >= least) {
          move(row, empty);
        }
      }
    }
  }
}
