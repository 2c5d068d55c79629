package io.kith.speech;

import io.kith.base.Progress;

/** Counts finished work of several threads and tells it to a {@link Progress}, one at a time. */
public final class Counter {
  private final Progress progress;
  private final String stage;
  private final long total;
  private final String unit;
  private long done;

  public Counter(Progress progress, String stage, long total, String unit) {
    this.progress = progress;
    this.stage = stage;
    this.total = total;
    this.unit = unit;
  }

  public synchronized void one() {
    done++;
    progress.at(stage, done, total, unit);
  }
}
