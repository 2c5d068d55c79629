package io.kith.reproduce;

import io.kith.RunOptions;
import io.kith.compare.Comparison;
import io.kith.compare.ComparisonListener;
import io.kith.compare.ComparisonOptions;
import io.kith.compare.ComparisonResult;
import io.kith.compare.ComparisonResult.Standing;
import io.kith.report.Axis;
import io.kith.report.Claim;
import io.kith.report.DataTable;
import io.kith.report.Figure;
import io.kith.report.LineChart;
import io.kith.report.Page;
import io.kith.report.Unit;
import io.kith.report.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Figure 3a: test accuracy of all methods against the share of labels they may see. */
final class RatiosStage implements Stage<ComparisonResult> {
  private static final String GRAPH = "graph";
  private static final String SUPERVISED = "supervised";
  private static final double FEW = 10;

  private final ReproductionOptions options;

  RatiosStage(ReproductionOptions options) {
    this.options = options;
  }

  private record Inputs(RunOptions run, ComparisonOptions compared) {}

  @Override
  public StageName name() {
    return StageName.RATIOS;
  }

  @Override
  public Object inputs() {
    return new Inputs(options.run(), compared());
  }

  private ComparisonOptions compared() {
    return ComparisonOptions.defaults()
        .withRatios(options.ratios())
        .withSeeds(options.seeds())
        .withBudget(options.budget());
  }

  @Override
  public Class<ComparisonResult> resultType() {
    return ComparisonResult.class;
  }

  /** Single runs stay in the folder, so that an interrupted comparison goes on. */
  @Override
  public ComparisonResult measure(Laboratory laboratory) {
    laboratory.close(); // the comparison has rows of its own
    return new Comparison(
            laboratory.table(), Optional.of(laboratory.split()), options.run(), compared())
        .run(
            laboratory.folder().resolve("comparison"),
            laboratory.context(),
            ComparisonListener.NONE);
  }

  @Override
  public void draw(ComparisonResult result, Page page) {
    page.section("Label ratios");
    page.text(
        String.format(
            Locale.ROOT,
            "Every method on the same rows, labels and graph: means of %d seeds, the bands one"
                + " standard deviation. %s",
            result.seeds(),
            options.budget() > 0
                ? "Each chose its options on the validation rows within the same budget."
                : "Every method runs with its default options; kith compare also tunes them."));
    page.figure(figure(result));
    page.table(costs(result));
  }

  private static Figure figure(ComparisonResult result) {
    LineChart chart =
        new LineChart(
            Axis.of("labels seen, %", Unit.DECIMAL).inEvenSteps(),
            Axis.of("test accuracy", Unit.PERCENT));
    DataTable table = new DataTable().column("method", Unit.TEXT);
    result.ratios().forEach(r -> table.column(ComparisonOptions.text(r) + " %", Unit.TEXT));
    double[] ratios = result.ratios().stream().mapToDouble(Double::doubleValue).toArray();
    for (String method : result.methods()) {
      List<Standing> own =
          result.ratios().stream().map(ratio -> result.standing(method, ratio)).toList();
      chart =
          chart.band(
              method,
              ratios,
              own.stream().mapToDouble(s -> s.test().mean()).toArray(),
              own.stream().mapToDouble(s -> s.test().deviation()).toArray());
      table.row(method, own.stream().map(RatiosStage::text).toList());
    }
    String lowest = ComparisonOptions.text(result.ratios().get(0));
    String best =
        result.methods().stream()
            .max(
                Comparator.comparingDouble(
                    m -> result.standing(m, result.ratios().get(0)).test().mean()))
            .orElseThrow();
    return Figure.of(
            "label-ratios",
            "Figure 3a: test accuracy against the share of labels",
            "At " + lowest + " % of the labels the best is " + best + ".",
            chart,
            table)
        .withClaims(List.of(overSupervised(result), overPropagation(result), fewerLabels(result)));
  }

  private static String text(Standing standing) {
    return String.format(
        Locale.ROOT,
        "%.1f ± %.1f %%",
        100 * standing.test().mean(),
        100 * standing.test().deviation());
  }

  private static Claim overSupervised(ComparisonResult result) {
    List<Double> low = result.ratios().stream().filter(r -> r < FEW).toList();
    boolean shown =
        low.stream()
            .allMatch(
                ratio -> {
                  Standing graph = result.standing(GRAPH, ratio);
                  return gain(result, ratio)
                      > Math.max(
                          graph.test().deviation(),
                          result.standing(SUPERVISED, ratio).test().deviation());
                });
    List<String> words =
        low.stream()
            .map(
                ratio ->
                    String.format(
                        Locale.ROOT,
                        "at %s %% %s with the graph and %s without",
                        ComparisonOptions.text(ratio),
                        text(result.standing(GRAPH, ratio)),
                        text(result.standing(SUPERVISED, ratio))))
            .toList();
    return new Claim(
        "With few labels the graph-regularised network is significantly more accurate than the"
            + " supervised one.",
        low.isEmpty() || result.seeds() < 2 ? Verdict.UNDECIDED : Verdict.of(shown),
        sentence(String.join("; ", words))
            + (result.seeds() < 2
                ? " One seed cannot tell a difference from chance."
                : " A gain beyond one standard deviation is asked for."));
  }

  private static Claim overPropagation(ComparisonResult result) {
    List<Double> low = result.ratios().stream().filter(r -> r < FEW).toList();
    List<String> learners =
        result.methods().stream()
            .filter(
                m -> !m.startsWith(GRAPH) && !m.equals(SUPERVISED) && !m.equals("self-training"))
            .toList();
    StringBuilder words = new StringBuilder();
    boolean shown = true;
    for (double ratio : low) {
      String best =
          learners.stream()
              .max(Comparator.comparingDouble(m -> result.standing(m, ratio).test().mean()))
              .orElseThrow();
      double ahead =
          result.standing(GRAPH, ratio).test().mean() - result.standing(best, ratio).test().mean();
      shown &= ahead > 0;
      words.append(
          String.format(
              Locale.ROOT,
              "%sat %s %% the best of them, %s, has %s, %.1f points %s the network with the graph",
              words.isEmpty() ? "" : "; ",
              ComparisonOptions.text(ratio),
              best,
              text(result.standing(best, ratio)),
              Math.abs(100 * ahead),
              ahead > 0 ? "below" : "above"));
    }
    return new Claim(
        "With few labels it is ahead of the other graph-based learners.",
        low.isEmpty() ? Verdict.UNDECIDED : Verdict.of(shown),
        sentence(words.toString()));
  }

  private static Claim fewerLabels(ComparisonResult result) {
    double first = result.ratios().get(0);
    double last = result.ratios().get(result.ratios().size() - 1);
    return new Claim(
        "The gain is largest where labels are fewest.",
        result.ratios().size() < 2
            ? Verdict.UNDECIDED
            : Verdict.of(gain(result, first) > gain(result, last)),
        String.format(
            Locale.ROOT,
            "The graph brings %.1f points at %s %% of the labels and %.1f at %s %%.",
            100 * gain(result, first),
            ComparisonOptions.text(first),
            100 * gain(result, last),
            ComparisonOptions.text(last)));
  }

  private static double gain(ComparisonResult result, double ratio) {
    return result.standing(GRAPH, ratio).test().mean()
        - result.standing(SUPERVISED, ratio).test().mean();
  }

  private static String sentence(String words) {
    return words.isEmpty() ? "" : Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
  }

  private static DataTable costs(ComparisonResult result) {
    DataTable table =
        new DataTable()
            .column("method", Unit.TEXT)
            .column("seconds a run", Unit.SECONDS)
            .column("processor seconds", Unit.SECONDS)
            .column("test rows not reached", Unit.PERCENT);
    for (String method : result.methods()) {
      List<Standing> own =
          result.standings().stream().filter(s -> s.method().equals(method)).toList();
      table.row(
          method,
          own.stream().mapToDouble(Standing::seconds).average().orElseThrow(),
          own.stream().mapToDouble(Standing::cpuSeconds).average().orElseThrow(),
          own.stream().mapToDouble(Standing::unreachedTest).average().orElseThrow()
              / result.testRows());
    }
    return table;
  }
}
