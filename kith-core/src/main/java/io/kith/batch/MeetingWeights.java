package io.kith.batch;

/**
 * Weighs the edges of a step by how rarely they are seen, so that over an epoch every edge of the
 * graph is expected to count once, in both directions.
 *
 * <p>Horvitz and Thompson (1952): an edge inside the meta-batch is seen once an epoch at its own
 * batch's step and keeps its weight; an edge between the meta-batch and its company is divided by
 * the expected number of such meetings ({@link Company#meetings}); an edge among the company alone
 * is left out, as it has its turn elsewhere. For one step and one thread.
 */
final class MeetingWeights implements AffinityBlock.EntryWeights {
  private final int own;
  private final Meetings meetings;

  /** How often a row of the meta-batch and one of the company are expected to meet in an epoch. */
  interface Meetings {
    double of(int ownPosition, int position);
  }

  /** The first {@code own} of the step's rows are the meta-batch, the others its company. */
  MeetingWeights(int own, Meetings meetings) {
    this.own = own;
    this.meetings = meetings;
  }

  /** Rows meet as often as their blocks do. */
  static MeetingWeights ofBlocks(Company company, int[] blockOfRow, int[] rows, int own) {
    return new MeetingWeights(own, new BlockMeetings(company, blockOfRow, rows));
  }

  private static final class BlockMeetings implements Meetings {
    private final Company company;
    private final int[] blockOfRow;
    private final int[] rows;
    private int lastBlock = -1; // edges between the same two blocks tend to follow each other
    private int lastOther = -1;
    private double lastMeetings;

    BlockMeetings(Company company, int[] blockOfRow, int[] rows) {
      this.company = company;
      this.blockOfRow = blockOfRow;
      this.rows = rows;
    }

    @Override
    public double of(int ownPosition, int position) {
      int block = blockOfRow[rows[ownPosition]];
      int other = blockOfRow[rows[position]];
      if (block != lastBlock || other != lastOther) {
        lastBlock = block;
        lastOther = other;
        lastMeetings = company.meetings(block, other);
      }
      return lastMeetings;
    }
  }

  @Override
  public float weight(int from, int to, float affinity) {
    if (from < own && to < own) {
      return affinity;
    }
    if (from >= own && to >= own) {
      return 0;
    }
    return (float) (affinity / meetings.of(Math.min(from, to), Math.max(from, to)));
  }
}
