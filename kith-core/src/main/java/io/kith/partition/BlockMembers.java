package io.kith.partition;

/**
 * Which rows are in which block, from both sides: the block of a row and the rows of a block.
 *
 * <p>A block has room for one row more than the limit, as a chain of moves overfills it for a
 * moment. Tasks may share it when each moves rows only among blocks that are its own.
 */
final class BlockMembers {
  final int[] blockOf;
  final int[] sizes;
  final int limit;

  /** A block this small gives no row away; half the average, so that blocks stay alike. */
  final int smallest;

  private final int[] rows; // those of block b stand from b * (limit + 1) on
  private final int[] place; // where in rows a row stands

  /** Changes {@code blockOf} in place. */
  BlockMembers(int[] blockOf, int blocks, int limit) {
    this.blockOf = blockOf;
    this.limit = limit;
    smallest = Math.max(1, blockOf.length / blocks / 2);
    sizes = new int[blocks];
    rows = new int[Math.multiplyExact(blocks, limit + 1)];
    place = new int[blockOf.length];
    for (int row = 0; row < blockOf.length; row++) {
      enter(row, blockOf[row]);
    }
  }

  int blocks() {
    return sizes.length;
  }

  /** The i-th row of a block. */
  int row(int block, int i) {
    return rows[block * (limit + 1) + i];
  }

  void move(int row, int to) {
    int from = blockOf[row];
    int last = rows[from * (limit + 1) + --sizes[from]];
    rows[place[row]] = last;
    place[last] = place[row];
    blockOf[row] = to;
    enter(row, to);
  }

  private void enter(int row, int block) {
    place[row] = block * (limit + 1) + sizes[block]++;
    rows[place[row]] = row;
  }
}
