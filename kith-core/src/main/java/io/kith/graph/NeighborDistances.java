package io.kith.graph;

/**
 * How far away every row's nearest rows are, wherever they are kept: what a kernel is fitted to.
 */
public interface NeighborDistances {
  /** How many neighbours each row has. */
  int count();

  /** The median over all neighbour distances; the lower of the two middle ones if even. */
  float medianDistance();

  /** The distance of every row to its {@code rank}-th nearest, counted from 0. */
  float[] distancesAt(int rank);
}
