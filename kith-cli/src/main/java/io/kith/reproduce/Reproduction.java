package io.kith.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.RunContext;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.base.Provenance;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.engine.Engine;
import io.kith.report.Claim;
import io.kith.report.DataTable;
import io.kith.report.Figure;
import io.kith.report.Page;
import io.kith.report.Unit;
import io.kith.report.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The paper's experiments, one after the other, and the page about them.
 *
 * <p>What a stage measured is kept in {@code STAGE.json} with a fingerprint of the data and of the
 * options it depends on; a stage whose fingerprint has not changed is not measured again.
 */
public final class Reproduction {
  private final Table table;
  private final Split split;
  private final ReproductionOptions options;
  private final Path folder;
  private final List<Stage<?>> stages;

  /**
   * Plans the experiments.
   *
   * @param split which rows train, validate and test
   * @param folder where results are kept and the page is written
   */
  public Reproduction(Table table, Split split, ReproductionOptions options, Path folder) {
    this.table = table;
    this.split = split;
    this.options = options;
    this.folder = folder;
    this.stages =
        List.of(
            new MatrixStage(options),
            new BatchesStage(options),
            new TradeOffStage(options),
            new RatiosStage(options),
            new WorkersStage(options));
  }

  /** What a stage left behind. */
  private record Kept(String fingerprint, double seconds, String created, JsonNode result) {}

  /** Hears which stage is next. */
  public interface Listener {
    /**
     * A stage is at hand.
     *
     * @param kept whether its result of an earlier run still holds
     */
    void at(StageName stage, boolean kept);
  }

  public Path page() {
    return folder.resolve("report.html");
  }

  /**
   * Measures what is asked for and not kept, and writes the page of all that there is.
   *
   * @param asked the stages to run
   */
  public void run(Set<StageName> asked, RunContext context, Listener listener) {
    try (Laboratory laboratory = new Laboratory(table, split, folder, context)) {
      for (Stage<?> stage : stages) {
        if (asked.contains(stage.name())) {
          boolean kept = isKept(stage);
          listener.at(stage.name(), kept);
          if (!kept) {
            measure(stage, laboratory);
          }
        }
      }
    }
    page(context).write(page());
  }

  private void measure(Stage<?> stage, Laboratory laboratory) {
    long began = System.nanoTime();
    Object result = stage.measure(laboratory);
    double seconds = (System.nanoTime() - began) / 1e9;
    String created =
        java.time.Instant.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
    Json.write(file(stage), new Kept(fingerprint(stage), seconds, created, Json.tree(result)));
  }

  private Page page(RunContext context) {
    Page page = new Page("The paper’s figures", summary());
    List<Stage<?>> there = stages.stream().filter(this::isKept).toList();
    List<Stage<?>> missing = stages.stream().filter(stage -> !there.contains(stage)).toList();
    claims(page, there);
    there.forEach(stage -> draw(stage, page));
    page.section("How this was made");
    for (Stage<?> stage : missing) {
      page.text(
          "The stage "
              + stage.name()
              + " has not been run on these data with these options: kith reproduce --only "
              + stage.name()
              + " adds it.");
    }
    if (!context.command().isEmpty()) {
      page.code("To run it again:", context.command());
    }
    origin(page, context);
    return page;
  }

  /** What is claimed in all the figures, in front of them. */
  private void claims(Page page, List<Stage<?>> there) {
    Page drawn = new Page("", "");
    there.forEach(stage -> draw(stage, drawn));
    List<Claim> claims =
        drawn.figures().stream().flatMap(figure -> figure.claims().stream()).toList();
    if (claims.isEmpty()) {
      return;
    }
    page.section("What the paper claims");
    Map<String, String> counts = new LinkedHashMap<>();
    for (Verdict verdict : Verdict.values()) {
      long count = claims.stream().filter(claim -> claim.verdict() == verdict).count();
      if (count > 0) {
        counts.put("claims " + verdict, count + " of " + claims.size());
      }
    }
    page.headline(counts);
    DataTable table =
        new DataTable()
            .column("verdict", Unit.TEXT)
            .column("claim", Unit.TEXT)
            .column("figure", Unit.TEXT);
    for (Figure figure : drawn.figures()) {
      for (Claim claim : figure.claims()) {
        table.row(claim.verdict(), claim.paper(), figure.title());
      }
    }
    page.table(table);
  }

  private String summary() {
    return String.format(
        Locale.ROOT,
        "Thulasidasan, Bilmes and Kenyon (2016), measured again on %,d training rows of %d features"
            + " and %d classes; %,d rows validate and %,d test.",
        split.train().length,
        table.dataset().features().columns(),
        table.dataset().labels().classCount(),
        split.validation().length,
        split.test().length);
  }

  private void origin(Page page, RunContext context) {
    Provenance origin =
        Provenance.now(Engine.version(), context.command(), table.dataset().fingerprint(), options);
    DataTable facts = new DataTable().column("", Unit.TEXT).column("value", Unit.TEXT);
    facts.row("Kith", origin.kith()).row("Engine", origin.engine()).row("Java", origin.java());
    facts.row("Machine", origin.machine()).row("Data fingerprint", origin.dataFingerprint());
    DataTable times =
        new DataTable()
            .column("stage", Unit.TEXT)
            .column("measured", Unit.TEXT)
            .column("time", Unit.SECONDS);
    for (Stage<?> stage : stages) {
      if (isKept(stage)) {
        Kept kept = kept(stage);
        times.row(stage.name().toString(), kept.created, kept.seconds);
      }
    }
    page.table(facts);
    if (times.size() > 0) {
      page.table(times);
    }
    page.fold("All options", Json.text(options));
  }

  private <R> void draw(Stage<R> stage, Page page) {
    R result = Json.as(kept(stage).result, stage.resultType(), file(stage).toString());
    stage.draw(result, page);
  }

  private boolean isKept(Stage<?> stage) {
    return Files.isRegularFile(file(stage))
        && Json.readTree(file(stage)).path("fingerprint").asText().equals(fingerprint(stage));
  }

  private Kept kept(Stage<?> stage) {
    return Json.read(file(stage), Kept.class);
  }

  private Path file(Stage<?> stage) {
    return folder.resolve(stage.name() + ".json");
  }

  private String fingerprint(Stage<?> stage) {
    return new Fingerprint()
        .add(Provenance.kithVersion())
        .add(table.dataset().fingerprint())
        .add(split.train())
        .add(split.validation())
        .add(split.test())
        .add(stage.name().toString())
        .add(Json.text(stage.inputs()))
        .text();
  }
}
