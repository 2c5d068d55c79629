package io.kith.base;

/**
 * Hears how far long work has come. The library never prints; whoever starts the work decides what
 * to show.
 *
 * <p>Called from one thread at a time.
 */
@FunctionalInterface
public interface Progress {
  /** Hears nothing. */
  Progress NONE = (stage, done, total, unit) -> {};

  /** {@code done} of {@code total} units of a stage are finished; the last call has them equal. */
  void at(String stage, long done, long total, String unit);

  /** Something to know before the work goes on, such as which way was chosen and why. */
  default void note(String subject, String text) {}

  /** Tells another as well, after this one. */
  default Progress and(Progress other) {
    return new Progress() {
      @Override
      public void at(String stage, long done, long total, String unit) {
        Progress.this.at(stage, done, total, unit);
        other.at(stage, done, total, unit);
      }

      @Override
      public void note(String subject, String text) {
        Progress.this.note(subject, text);
        other.note(subject, text);
      }
    };
  }
}
