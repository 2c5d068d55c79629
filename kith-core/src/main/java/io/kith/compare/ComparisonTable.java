package io.kith.compare;

import io.kith.base.WholeFiles;
import io.kith.evaluate.Spread;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A comparison as text: lines to read, and a table for other programs. */
public final class ComparisonTable {
  private ComparisonTable() {}

  /** A line for each method, a column for each ratio, then time and memory. */
  public static String text(ComparisonResult result) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "Test accuracy in %%, mean ± standard deviation over %d seed%s%n",
            result.seeds(),
            result.seeds() == 1 ? "" : "s"));
    block(text, result, standing -> spread(standing.test()) + mark(standing));
    text.append(note(result));
    boolean anyHidden = result.standings().stream().anyMatch(s -> !Double.isNaN(s.hidden().mean()));
    if (anyHidden) {
      text.append(
          String.format("%nAccuracy in %% on the training rows whose labels were hidden%n"));
      block(text, result, standing -> spread(standing.hidden()));
    }
    text.append(
        String.format("%nOne run, mean over ratios; the graph is shared and not counted%n"));
    costs(text, result);
    return text.toString();
  }

  private static void block(
      StringBuilder text,
      ComparisonResult result,
      Function<ComparisonResult.Standing, String> cell) {
    text.append(String.format("%-20s", "labels"));
    for (double ratio : result.ratios()) {
      text.append(String.format("%14s", ComparisonOptions.text(ratio) + " %  "));
    }
    text.append(System.lineSeparator());
    for (String method : result.methods()) {
      text.append(String.format("%-20s", method));
      for (double ratio : result.ratios()) {
        text.append(String.format("%14s", cell.apply(result.standing(method, ratio))));
      }
      text.append(System.lineSeparator());
    }
  }

  private static void costs(StringBuilder text, ComparisonResult result) {
    text.append(
        String.format(
            "%-20s%14s%14s%14s%16s%n", "", "seconds", "CPU seconds", "peak memory", "unreached"));
    for (String method : result.methods()) {
      List<ComparisonResult.Standing> own =
          result.standings().stream().filter(s -> s.method().equals(method)).toList();
      double peak = mean(own, ComparisonResult.Standing::peakBytes);
      double unreached = mean(own, ComparisonResult.Standing::unreachedTest);
      text.append(
          String.format(
              Locale.ROOT,
              "%-20s%14.1f%14.1f%14s%16s%n",
              method,
              mean(own, ComparisonResult.Standing::seconds),
              mean(own, ComparisonResult.Standing::cpuSeconds),
              peak > 0 ? String.format(Locale.ROOT, "%,.0f MB", peak / 1e6) : "–",
              String.format(Locale.ROOT, "%.1f %%", 100 * unreached / result.testRows())));
    }
  }

  private static double mean(
      List<ComparisonResult.Standing> standings,
      java.util.function.ToDoubleFunction<ComparisonResult.Standing> value) {
    return standings.stream().mapToDouble(value).average().orElseThrow();
  }

  private static String note(ComparisonResult result) {
    if (result.methods().size() == 1) {
      return "";
    }
    if (result.seeds() == 1) {
      return String.format("With one seed, no difference can be told from chance.%n");
    }
    return String.format(
        Locale.ROOT,
        "+ or −: clearly above or below %s (p < 0.05 in a paired t-test over the seeds, and the 95 %%"
            + " interval%nof a bootstrap over the test set's %s excludes 0; single comparisons, not"
            + " corrected for their number).%n",
        result.reference(),
        result.clusters() > 0 ? result.clusters() + " groups" : "rows");
  }

  private static String mark(ComparisonResult.Standing standing) {
    return standing
        .difference()
        .filter(ComparisonResult.Difference::isClear)
        .map(difference -> difference.low() > 0 ? " +" : " −")
        .orElse("  ");
  }

  private static String spread(Spread spread) {
    return Double.isNaN(spread.mean())
        ? "–"
        : String.format(Locale.ROOT, "%.1f ± %.1f", 100 * spread.mean(), 100 * spread.deviation());
  }

  /** Writes a line for each method and ratio. */
  public static void writeCsv(Path file, ComparisonResult result) {
    StringBuilder csv =
        new StringBuilder(
            "method,ratio_percent,seeds,labels,test_accuracy,test_deviation,hidden_accuracy,"
                + "hidden_deviation,unreached_test,unreached_train,seconds,cpu_seconds,peak_bytes,"
                + "difference,difference_deviation,p_seeds,low,high\n");
    for (ComparisonResult.Standing s : result.standings()) {
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%d,%.1f,%.6f,%.6f,%s,%s,%.1f,%.1f,%.2f,%.2f,%.0f",
              s.method(),
              ComparisonOptions.text(s.ratio()),
              result.seeds(),
              s.labels(),
              s.test().mean(),
              s.test().deviation(),
              number(s.hidden().mean()),
              number(s.hidden().deviation()),
              s.unreachedTest(),
              s.unreachedTrain(),
              s.seconds(),
              s.cpuSeconds(),
              s.peakBytes()));
      csv.append(
          s.difference()
              .map(
                  d ->
                      String.format(
                          Locale.ROOT,
                          ",%.6f,%.6f,%s,%.6f,%.6f\n",
                          d.overSeeds().mean(),
                          d.overSeeds().deviation(),
                          number(d.p()),
                          d.low(),
                          d.high()))
              .orElse(",,,,,\n"));
    }
    WholeFiles.write(file, out -> out.write(csv.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** Empty where there is none. */
  private static String number(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
  }
}
