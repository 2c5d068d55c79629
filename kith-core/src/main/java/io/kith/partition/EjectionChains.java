package io.kith.partition;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Looks for rows that are better off in another block, and makes room for them.
 *
 * <p>A row moves to the block it is most drawn to; if that block is full, one of its rows must
 * leave, and so on, until one finds a block with room: an ejection chain. As in Lin and Kernighan
 * (1973) a chain is followed only while what it has saved is positive, and undone when it ends
 * before it finds room. Only the blocks of one range are touched: edges that leave the range are
 * cut whatever happens inside. For one thread.
 */
final class EjectionChains {
  private static final int NONE = -1;
  private static final int LONGEST = 16;
  private static final int ROWS_LOOKED_AT = 32;

  private final WeightedGraph graph;
  private final BlockMembers blocks;
  private final ExchangeNotes notes;
  private final int first;
  private final int end;
  private final Pull pull;
  private final int[] chain = new int[LONGEST];
  private final int[] origin = new int[LONGEST];
  private int length;
  private int turn;

  // What the chain has changed in the notes, so that it can be undone.
  private int[] notedRows = new int[256];
  private float[] notedGains = new float[256];
  private int noted;

  // What look and choose have found: the best block with room, the best of all, and their gains.
  private int roomy;
  private double roomyGain;
  private int any;
  private double anyGain;

  EjectionChains(
      WeightedGraph graph, BlockMembers blocks, ExchangeNotes notes, int first, int end) {
    this.graph = graph;
    this.blocks = blocks;
    this.notes = notes;
    this.first = first;
    this.end = end;
    pull = new Pull(first, end);
  }

  /** Tries the rows in their order, those near a move again; what was saved. */
  double round(int[] order) {
    double saved = 0;
    for (int row : order) {
      if (!notes.tried[row]) {
        notes.tried[row] = true;
        saved += follow(row);
      }
    }
    return saved;
  }

  /** Notes what rows are not known to save, for a round that will try them. */
  void lookAhead(int fromRow, int toRow) {
    for (int row = fromRow; row < toRow; row++) {
      if (!notes.tried[row] && Float.isNaN(notes.bestGain[row])) {
        look(row);
        noted = 0;
      }
    }
  }

  /** A search over more blocks must look again at the rows that have neighbours in them. */
  void forgetBorder(int[] rows) {
    for (int row : rows) {
      for (int e = graph.offsets[row]; e < graph.offsets[row + 1]; e++) {
        if (!mine(graph.neighbors[e])) {
          notes.bestGain[row] = ExchangeNotes.UNKNOWN;
          notes.tried[row] = false;
          break;
        }
      }
    }
  }

  int[] rowsInRandomOrder(SplittableRandom random) {
    int count = 0;
    for (int block = first; block < end; block++) {
      count += blocks.sizes[block];
    }
    int[] order = new int[count];
    int filled = 0;
    for (int block = first; block < end; block++) {
      for (int i = 0; i < blocks.sizes[block]; i++) {
        int j = random.nextInt(filled + 1);
        order[filled++] = order[j];
        order[j] = blocks.row(block, i);
      }
    }
    return order;
  }

  /** Follows the chain that begins with a row; what it saved, 0 when it was undone. */
  private double follow(int row) {
    if (blocks.sizes[blocks.blockOf[row]] <= blocks.smallest || notes.bestGain[row] <= 0) {
      return 0;
    }
    look(row);
    double saved = 0;
    length = 0;
    noted = 0;
    while (row != NONE) {
      if (roomy != NONE && saved + roomyGain > 0) {
        push(row, roomy);
        retryNeighborhoods();
        return saved + roomyGain;
      }
      if (any == NONE || saved + anyGain <= 0 || length == LONGEST - 1) {
        break;
      }
      saved += anyGain;
      push(row, any);
      row = choose(any, saved);
    }
    undo();
    return 0;
  }

  private void undo() {
    while (length > 0) {
      length--;
      blocks.move(chain[length], origin[length]);
    }
    while (noted > 0) {
      noted--;
      notes.bestGain[notedRows[noted]] = notedGains[noted];
    }
  }

  /** Finds where a row would best go: to any block, and to one with room. */
  private void look(int row) {
    int from = blocks.blockOf[row] - first;
    pull.of(graph, row, blocks.blockOf);
    double stay = pull.towards[from];
    roomy = NONE;
    roomyGain = Double.NEGATIVE_INFINITY;
    any = NONE;
    anyGain = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < pull.count; t++) {
      int block = pull.touched[t];
      double gain = pull.towards[block] - stay;
      if (block != from) {
        if (gain > anyGain) {
          any = first + block;
          anyGain = gain;
        }
        if (gain > roomyGain && blocks.sizes[first + block] < blocks.limit) {
          roomy = first + block;
          roomyGain = gain;
        }
      }
    }
    pull.clear();
    note(row, (float) anyGain);
  }

  /**
   * The row that should leave an overfull block, so that the chain still saves something; to a
   * block with room if any can. Rows that cannot do better than what is found are skipped unseen.
   */
  private int choose(int block, double saved) {
    int bestRow = NONE;
    int bestAny = NONE;
    double bestAnyGain = -saved;
    int bestRoomyRow = NONE;
    int bestRoomy = NONE;
    double bestRoomyGain = -saved;
    int size = blocks.sizes[block];
    int looks = Math.min(size, ROWS_LOOKED_AT);
    int at = 0;
    if (size > looks) { // begin elsewhere each time, as only a part of the rows is looked at
      turn = (turn + 7919) & Integer.MAX_VALUE;
      at = turn % size;
    }
    for (; looks > 0; looks--, at = at + 1 == size ? 0 : at + 1) {
      int row = blocks.row(block, at);
      if (notes.bestGain[row] <= bestRoomyGain || inChain(row)) {
        continue;
      }
      look(row);
      if (roomyGain > bestRoomyGain) {
        bestRoomyRow = row;
        bestRoomy = roomy;
        bestRoomyGain = roomyGain;
      }
      if (anyGain > bestAnyGain) {
        bestRow = row;
        bestAny = any;
        bestAnyGain = anyGain;
      }
    }
    roomy = bestRoomy;
    roomyGain = bestRoomyGain;
    any = bestAny;
    anyGain = bestAnyGain;
    return bestRoomyRow != NONE ? bestRoomyRow : bestRow;
  }

  private boolean inChain(int row) {
    for (int i = 0; i < length; i++) {
      if (chain[i] == row) {
        return true;
      }
    }
    return false;
  }

  private void push(int row, int to) {
    chain[length] = row;
    origin[length++] = blocks.blockOf[row];
    blocks.move(row, to);
    note(row, ExchangeNotes.UNKNOWN);
    for (int e = graph.offsets[row]; e < graph.offsets[row + 1]; e++) {
      int other = graph.neighbors[e];
      if (mine(other) && !Float.isNaN(notes.bestGain[other])) {
        note(other, ExchangeNotes.UNKNOWN);
      }
    }
  }

  private void note(int row, float gain) {
    if (noted == notedRows.length) {
      notedRows = Arrays.copyOf(notedRows, 2 * noted);
      notedGains = Arrays.copyOf(notedGains, 2 * noted);
    }
    notedRows[noted] = row;
    notedGains[noted++] = notes.bestGain[row];
    notes.bestGain[row] = gain;
  }

  private void retryNeighborhoods() {
    for (int i = 0; i < length; i++) {
      notes.tried[chain[i]] = false;
      for (int e = graph.offsets[chain[i]]; e < graph.offsets[chain[i] + 1]; e++) {
        int other = graph.neighbors[e];
        if (mine(other)) {
          notes.tried[other] = false;
        }
      }
    }
  }

  private boolean mine(int row) {
    int block = blocks.blockOf[row];
    return block >= first && block < end;
  }
}
