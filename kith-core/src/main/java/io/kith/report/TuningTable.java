package io.kith.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The candidates of a search as part of a page, the best first. */
final class TuningTable {
  private TuningTable() {}

  static String note(TuningSummary tuning) {
    return String.format(
        Locale.ROOT,
        "%d candidates for the price of %.1f trainings (%s allowed), judged on the validation rows."
            + " The first line is the chosen one; a candidate that did not go on has fewer epochs.",
        tuning.trials().size(),
        tuning.spent(),
        tuning.budget());
  }

  static DataTable of(TuningSummary tuning) {
    DataTable table = new DataTable().column("", Unit.COUNT);
    List<String> names = tuning.names();
    names.forEach(name -> table.column(name, Unit.TEXT));
    table
        .column("epochs", Unit.COUNT)
        .column("accuracy", Unit.PERCENT)
        .column("log-loss", Unit.DECIMAL);
    int place = 1;
    for (TuningSummary.Trial trial : tuning.ranked()) {
      List<Object> cells = new ArrayList<>();
      cells.add(place++);
      names.forEach(name -> cells.add(trial.options().getOrDefault(name, "")));
      cells.add(trial.last().epochs());
      cells.add(trial.last().accuracy());
      cells.add(trial.last().logLoss());
      table.row(cells.toArray());
    }
    return table;
  }
}
