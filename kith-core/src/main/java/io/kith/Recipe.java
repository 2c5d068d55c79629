package io.kith;

import java.util.Locale;

/** Sets of defaults that go together. */
public enum Recipe {
  /** Labelled refill, means, decaying rate: what we recommend. */
  KITH {
    @Override
    public RunOptions options() {
      return RunOptions.defaults();
    }
  },
  /** What the paper did. */
  PAPER {
    @Override
    public RunOptions options() {
      return RunOptions.paper();
    }
  };

  public abstract RunOptions options();

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
