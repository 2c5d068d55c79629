package io.kith.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The candidates of a search as part of a page. */
final class TuningTable {
  private TuningTable() {}

  static String html(String run, TuningSummary tuning) {
    StringBuilder page = new StringBuilder();
    page.append("<h2>Options tried, ").append(Html.escape(run)).append("</h2>\n");
    page.append("<p class=\"note\">")
        .append(
            String.format(
                Locale.ROOT,
                "%d candidates for the price of %.1f trainings (%s allowed), judged on the"
                    + " validation rows. The first line is the chosen one; a candidate that did not"
                    + " go on has fewer epochs.",
                tuning.trials().size(),
                tuning.spent(),
                tuning.budget()))
        .append("</p>\n<div class=\"wide\"><table>\n<tr><th></th>");
    List<String> names = tuning.names();
    for (String name : names) {
      page.append("<th scope=\"col\">").append(Html.escape(name)).append("</th>");
    }
    page.append("<th scope=\"col\">epochs</th><th scope=\"col\">accuracy</th>")
        .append("<th scope=\"col\">log-loss</th></tr>\n");
    int place = 1;
    for (TuningSummary.Trial trial : tuning.ranked()) {
      List<String> cells = new ArrayList<>();
      names.forEach(name -> cells.add(trial.options().getOrDefault(name, "")));
      cells.add(Integer.toString(trial.last().epochs()));
      cells.add(Html.percent(trial.last().accuracy()));
      cells.add(Html.decimal(trial.last().logLoss()));
      page.append(Html.row(Integer.toString(place++), cells));
    }
    return page.append("</table></div>\n").toString();
  }
}
