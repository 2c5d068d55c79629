package io.kith.partition;

/** The partitioners that can be asked for by name. */
public enum PartitionMethod {
  MULTILEVEL("multilevel") {
    @Override
    public Partitioner partitioner() {
      return new MultilevelPartitioner();
    }
  },
  METIS("metis") {
    @Override
    public Partitioner partitioner() {
      return new MetisPartitioner();
    }
  },
  RANDOM("random") {
    @Override
    public Partitioner partitioner() {
      return new RandomPartitioner();
    }
  };

  private final String text;

  PartitionMethod(String text) {
    this.text = text;
  }

  public abstract Partitioner partitioner();

  @Override
  public String toString() {
    return text;
  }
}
