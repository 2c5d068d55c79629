package io.kith.base;

/** Work was given up because whoever started it said so ({@link Parallel#stop}). */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoppedException() {
    super("the work was stopped before it was done");
  }
}
