package io.kith.cli;

import io.kith.base.Progress;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * What a person sees: results on standard output; progress and warnings on standard error, as a bar
 * that moves on a terminal and as a line now and then elsewhere.
 */
final class Console implements Progress {
  private static final long LINE_EVERY = 10_000_000_000L;
  private static final long BAR_EVERY = 100_000_000L;
  private static final int BAR = 24;

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean bar;
  private String stage = "";
  private long began;
  private long shown;
  private String remark = "";

  Console(PrintWriter out, PrintWriter err, boolean quiet) {
    this.out = out;
    this.err = err;
    this.bar = !quiet && Boolean.getBoolean("kith.terminal");
  }

  void print(String line) {
    out.println(line);
  }

  void print(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }

  void warn(String sentence) {
    err.println((bar && !stage.isEmpty() ? "\r\u001b[K" : "") + "kith: " + sentence);
  }

  /** What the next progress report should also say, such as the accuracy so far. */
  void remark(String text) {
    remark = text;
  }

  @Override
  public synchronized void at(String nextStage, long done, long total, String unit) {
    long now = System.nanoTime();
    if (!nextStage.equals(stage)) {
      stage = nextStage;
      began = now;
      shown = bar ? 0 : now;
      remark = "";
    }
    double seconds = Math.max((now - began) / 1e9, 1e-3);
    if (done >= total) {
      err.printf(
          Locale.ROOT,
          "%s%-10s %,d %s in %s%s%n",
          bar ? "\r\u001b[K" : "",
          stage,
          total,
          unit,
          time(seconds),
          remark);
      err.flush();
      stage = "";
    } else if (now - shown >= (bar ? BAR_EVERY : LINE_EVERY)) {
      shown = now;
      show(done, total, unit, seconds);
    }
  }

  @Override
  public synchronized void note(String subject, String text) {
    err.printf(Locale.ROOT, "%s%-10s %s%n", bar ? "\r\u001b[K" : "", subject, text);
    err.flush();
  }

  private void show(long done, long total, String unit, double seconds) {
    double share = (double) done / total;
    double rate = done / seconds;
    String left = rate > 0 ? time((total - done) / rate) + " left" : "";
    int filled = (int) (BAR * share);
    String drawn = bar ? "█".repeat(filled) + "░".repeat(BAR - filled) + " " : "";
    err.printf(
        Locale.ROOT,
        "%s%-10s %s%3.0f %%  %,.0f %s/s  %s%s%s",
        bar ? "\r\u001b[K" : "",
        stage,
        drawn,
        100 * share,
        rate,
        unit,
        left,
        remark,
        bar ? "" : System.lineSeparator());
    err.flush();
  }

  static String time(double seconds) {
    if (seconds < 60) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
    long whole = Math.round(seconds);
    return whole < 3600
        ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d h", whole / 3600, whole % 3600 / 60);
  }
}
