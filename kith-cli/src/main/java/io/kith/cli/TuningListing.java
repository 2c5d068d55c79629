package io.kith.cli;

import io.kith.report.TuningSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The candidates of a search, one a line, the chosen one first. */
final class TuningListing {
  private TuningListing() {}

  static void print(TuningSummary tuning, Console console) {
    List<String[]> lines = new ArrayList<>();
    List<String> header =
        new ArrayList<>(tuning.names().stream().map(TuningListing::last).toList());
    header.addAll(List.of("epochs", "accuracy", "log-loss"));
    lines.add(header.toArray(String[]::new));
    for (TuningSummary.Trial trial : tuning.ranked()) {
      List<String> line = new ArrayList<>();
      tuning.names().forEach(name -> line.add(trial.options().getOrDefault(name, "")));
      line.add(Integer.toString(trial.last().epochs()));
      line.add(String.format(Locale.ROOT, "%.1f %%", 100 * trial.last().accuracy()));
      line.add(String.format(Locale.ROOT, "%.3f", trial.last().logLoss()));
      lines.add(line.toArray(String[]::new));
    }
    console.print("");
    console.print(
        "tried        %d candidates for the price of %.1f trainings; the first was chosen",
        tuning.trials().size(), tuning.spent());
    if (tuning.leftOut() > 0) {
      console.print(
          "left out     %d more, beyond the budget of %s", tuning.leftOut(), tuning.budget());
    }
    console.print("");
    int[] widths = new int[header.size()];
    for (String[] line : lines) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], line[c].length());
      }
    }
    for (String[] line : lines) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        text.append(" ".repeat(2 + widths[c] - line[c].length())).append(line[c]);
      }
      console.print(text.substring(2));
    }
  }

  /** The option's own name, without its group. */
  private static String last(String dotted) {
    return dotted.substring(dotted.lastIndexOf('.') + 1);
  }
}
