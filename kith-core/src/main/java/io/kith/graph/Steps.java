package io.kith.graph;

import io.kith.base.Progress;

/** Counts finished work of several threads and tells a {@link Progress} about it, one at a time. */
final class Steps {
  private final Progress progress;
  private final String stage;
  private final long total;
  private final String unit;
  private long done;

  Steps(Progress progress, String stage, long total, String unit) {
    this.progress = progress;
    this.stage = stage;
    this.total = total;
    this.unit = unit;
  }

  synchronized void done(int more) {
    done += more;
    progress.at(stage, done, total, unit);
  }
}
