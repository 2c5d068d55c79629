package io.kith;

import io.kith.partition.PartitionMethod;
import io.kith.partition.PartitionOptions;

/** What the network learns from. */
public enum Method {
  /**
   * The graph, unless labelled rows alone do better on the validation rows: both networks are
   * trained, the second at a fraction of the first one's cost, and one is kept.
   */
  AUTO("auto"),
  /** Labels and the graph: the paper's method. */
  GRAPH("graph"),
  /** Labels and the graph on batches of random rows, which hold few of its edges. */
  GRAPH_RANDOM("graph-random") {
    @Override
    PartitionOptions blocks(PartitionOptions given, int batchSize) {
      return given.withPartitioner(PartitionMethod.RANDOM);
    }
  },
  /** Labels and the graph on partitions used as batches, which lack diversity. */
  GRAPH_PARTITIONS("graph-partitions") {
    @Override
    PartitionOptions blocks(PartitionOptions given, int batchSize) {
      return given.withBlockSize(batchSize);
    }
  },
  /** Labelled rows, then also unlabelled ones with the classes that the network is sure of. */
  SELF_TRAINING("self-training"),
  /** Labelled rows alone: the baseline, with the same network, steps and care. */
  SUPERVISED("supervised");

  private final String text;

  Method(String text) {
    this.text = text;
  }

  public boolean usesGraph() {
    return this != SUPERVISED && this != SELF_TRAINING;
  }

  /** How the graph is cut for this method. */
  PartitionOptions blocks(PartitionOptions given, int batchSize) {
    return given;
  }

  @Override
  public String toString() {
    return text;
  }
}
