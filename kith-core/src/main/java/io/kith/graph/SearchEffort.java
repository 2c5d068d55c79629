package io.kith.graph;

/** How hard approximate search tries: the choice between time and recall. */
public enum SearchEffort {
  /** Half the time of the usual, for a few percent of the neighbours. */
  QUICK("quick") {
    @Override
    public ApproximateOptions options() {
      return NORMAL.options().withOverlap(5).withRounds(1);
    }
  },
  NORMAL("normal") {
    @Override
    public ApproximateOptions options() {
      return ApproximateOptions.defaults();
    }
  },
  /** Twice the time of the usual, for most of what it misses. */
  THOROUGH("thorough") {
    @Override
    public ApproximateOptions options() {
      return NORMAL.options().withLinks(16).withRounds(3);
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
