package io.kith.partition;

import io.kith.base.Fingerprint;

/**
 * Which block each row belongs to. Every row is in exactly one block and no block is empty.
 *
 * <p>Carries the fingerprint of the graph it was cut from. Immutable; threads may share it.
 */
public final class Partition {
  private final int[] blockOfRow;
  private final int[] blockSizes;
  private final String graphFingerprint;

  public Partition(int[] blockOfRow, int blocks, String graphFingerprint) {
    this.blockOfRow = blockOfRow.clone();
    this.blockSizes = new int[blocks];
    this.graphFingerprint = graphFingerprint;
    for (int i = 0; i < blockOfRow.length; i++) {
      if (blockOfRow[i] < 0 || blockOfRow[i] >= blocks) {
        throw new IllegalArgumentException(
            "the block of row "
                + i
                + " must be within 0.."
                + (blocks - 1)
                + ", but was "
                + blockOfRow[i]);
      }
      blockSizes[blockOfRow[i]]++;
    }
    for (int b = 0; b < blocks; b++) {
      if (blockSizes[b] == 0) {
        throw new IllegalArgumentException("block " + b + " must not be empty");
      }
    }
  }

  /** How many rows there are. */
  public int size() {
    return blockOfRow.length;
  }

  public int blockCount() {
    return blockSizes.length;
  }

  public int block(int row) {
    return blockOfRow[row];
  }

  public int blockSize(int block) {
    return blockSizes[block];
  }

  public int[] blockOfRows() {
    return blockOfRow.clone();
  }

  /** The rows of every block, ascending. */
  public int[][] rowsOfBlocks() {
    int[][] rows = new int[blockSizes.length][];
    for (int b = 0; b < rows.length; b++) {
      rows[b] = new int[blockSizes[b]];
    }
    int[] filled = new int[rows.length];
    for (int i = 0; i < blockOfRow.length; i++) {
      int b = blockOfRow[i];
      rows[b][filled[b]++] = i;
    }
    return rows;
  }

  public String graphFingerprint() {
    return graphFingerprint;
  }

  /** Changes when the graph or a row's block changes. */
  public String fingerprint() {
    return new Fingerprint().add("partition").add(graphFingerprint).add(blockOfRow).text();
  }
}
