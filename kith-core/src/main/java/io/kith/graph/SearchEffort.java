package io.kith.graph;

/** How hard approximate search tries: the choice between time and recall. */
public enum SearchEffort {
  /** Fewer and smaller leaves and one meeting, for easy rows, or not too many of them. */
  FASTEST("fastest") {
    @Override
    public ApproximateOptions options() {
      return NORMAL
          .options()
          .withOverlap(4)
          .withLeafRows(1000)
          .withRounds(1)
          .withLinks(8)
          .withVariance(0.97)
          .withSpare(12);
    }
  },
  /** Smaller meetings, for a first look. */
  QUICK("quick") {
    @Override
    public ApproximateOptions options() {
      return NORMAL.options().withLinks(8);
    }
  },
  NORMAL("normal") {
    @Override
    public ApproximateOptions options() {
      return ApproximateOptions.defaults();
    }
  },
  /** Larger and more meetings of longer rows, for most of what the usual misses. */
  THOROUGH("thorough") {
    @Override
    public ApproximateOptions options() {
      return NORMAL.options().withLinks(16).withRounds(3).withVariance(0.98).withSpare(10);
    }
  };

  private final String text;

  SearchEffort(String text) {
    this.text = text;
  }

  public abstract ApproximateOptions options();

  @Override
  public String toString() {
    return text;
  }
}
