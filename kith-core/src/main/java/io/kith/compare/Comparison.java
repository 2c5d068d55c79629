package io.kith.compare;

import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.engine.Engine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs every method at every label ratio with every seed.
 *
 * <pre>{@code
 * ComparisonResult result =
 *     new Comparison(table, Optional.empty(), RunOptions.defaults(), ComparisonOptions.defaults())
 *         .run(folder, context, ComparisonListener.NONE);
 * }</pre>
 *
 * <p>A seed decides the split (where the data bring none of their own), the visible labels, the
 * blocks, the batches and the first weights. Rows are standardised and the graph is built once for
 * each split. Which candidate of a method runs is chosen once for each ratio, on the validation
 * rows of the first seed.
 */
public final class Comparison {
  private final Table table;
  private final Optional<Split> ownSplit;
  private final RunOptions base;
  private final ComparisonOptions options;

  /**
   * @param ownSplit the split of data that bring one; else each seed splits at random
   * @param base the options of all runs, except method, seed and label ratio
   */
  public Comparison(
      Table table, Optional<Split> ownSplit, RunOptions base, ComparisonOptions options) {
    this.table = table;
    this.ownSplit = ownSplit;
    this.base = base;
    this.options = options;
  }

  /**
   * Fills in all cells, taking those that the folder has from an earlier run of the same.
   *
   * @param folder where finished cells are kept
   */
  public ComparisonResult run(Path folder, RunContext context, ComparisonListener listener) {
    CellFiles files = new CellFiles(folder);
    List<CellFiles.Stored> stored = new ArrayList<>();
    List<int[]> testRows = new ArrayList<>();
    Grounds grounds = new Grounds();
    try (grounds) {
      for (int s = 0; s < options.seeds(); s++) {
        long seed = base.seed() + s;
        Split split = split(seed);
        requireTestRows(split);
        testRows.add(split.test());
        for (double ratio : options.ratios()) {
          for (String method : options.methods()) {
            Place place = new Place(Contender.named(method), ratio, seed, split);
            stored.add(cell(place, grounds, files, context, listener));
          }
        }
      }
    }
    Provenance provenance =
        Provenance.now(Engine.version(), context.command(), table.dataset().fingerprint(), base);
    return ComparisonResult.of(options, provenance, table.dataset(), testRows, stored);
  }

  private CellFiles.Stored cell(
      Place place,
      Grounds grounds,
      CellFiles files,
      RunContext context,
      ComparisonListener listener) {
    String fingerprint = fingerprint(place);
    Optional<CellFiles.Stored> done =
        files.cell(place.name(), place.ratio, place.seed, fingerprint);
    if (done.isPresent()) {
      listener.finished(done.get().cell(), true);
      return done.get();
    }
    int candidate = candidate(place, grounds, files, context, listener);
    CellFiles.Stored stored =
        fill(place, grounds.of(place.split, context), candidate, fingerprint, context);
    files.write(stored);
    listener.finished(stored.cell(), false);
    return stored;
  }

  /** Chosen with the first seed, for all seeds. */
  private int candidate(
      Place place,
      Grounds grounds,
      CellFiles files,
      RunContext context,
      ComparisonListener listener) {
    if (options.budget() == 0) {
      return 0;
    }
    Place first = new Place(place.contender, place.ratio, base.seed(), split(base.seed()));
    String fingerprint = fingerprint(first);
    Optional<CellFiles.Choice> known = files.choice(place.name(), place.ratio, fingerprint);
    if (known.isPresent()) {
      return known.get().candidate();
    }
    Ground ground = grounds.of(first.split, context);
    place.contender.prepare(ground, first.options(), context);
    Meter meter = Meter.start();
    int candidate = place.contender.choose(ground, first.options(), options.budget(), context);
    CellFiles.Choice choice = new CellFiles.Choice(fingerprint, candidate, meter.seconds());
    files.write(place.name(), place.ratio, choice);
    listener.chose(place.name(), place.ratio, place.chosen(candidate), choice.seconds());
    return candidate;
  }

  private CellFiles.Stored fill(
      Place place, Ground ground, int candidate, String fingerprint, RunContext context) {
    place.contender.prepare(ground, place.options(), context);
    Meter meter = Meter.start();
    Predicted predicted = place.contender.predict(ground, place.options(), candidate, context);
    double seconds = meter.seconds();
    double cpuSeconds = meter.cpuSeconds();
    long peak = meter.peakBytes();

    Labels visible = ground.rows().visible(place.options());
    Labels known = table.dataset().labels();
    Labels train = known.gather(place.split.train());
    BitSet correct = right(predicted.test(), known.gather(place.split.test()));
    Labels hidden = hidden(train, visible);
    Cell cell =
        new Cell(
            place.name(),
            place.ratio,
            place.seed,
            visible.labeledCount(),
            vanished(train, visible),
            place.chosen(candidate),
            (double) correct.cardinality() / predicted.test().length,
            (double) right(predicted.train(), hidden).cardinality() / hidden.labeledCount(),
            silent(predicted.test()),
            silent(predicted.train()),
            seconds,
            cpuSeconds,
            peak);
    return CellFiles.Stored.of(fingerprint, cell, correct);
  }

  private Split split(long seed) {
    return ownSplit.orElseGet(() -> Split.of(table.dataset(), base.split(), new Seed(seed)));
  }

  private static void requireTestRows(Split split) {
    if (split.test().length == 0) {
      throw new BadInputException(
          "a comparison needs labelled test rows to judge by: set --test above 0.");
    }
  }

  /** Changes with anything that a cell depends on. */
  private String fingerprint(Place place) {
    return new Fingerprint()
        .add(Provenance.kithVersion())
        .add(table.dataset().fingerprint())
        .add(place.split.train())
        .add(place.split.validation())
        .add(place.split.test())
        .add(Json.text(place.options()))
        .add(place.name())
        .add(Json.text(place.contender.candidates(place.options())))
        .add(Double.toString(options.budget()))
        .add(options.budget() > 0 ? base.seed() : 0)
        .text();
  }

  private static BitSet right(int[] predicted, Labels truth) {
    BitSet right = new BitSet(predicted.length);
    for (int i = 0; i < predicted.length; i++) {
      right.set(i, truth.isLabeled(i) && predicted[i] == truth.label(i));
    }
    return right;
  }

  /** The labels that training rows have and that were not visible. */
  private static Labels hidden(Labels train, Labels visible) {
    int[] rows = new int[train.labeledCount() - visible.labeledCount()];
    int at = 0;
    for (int row : train.labeledRows()) {
      if (!visible.isLabeled(row)) {
        rows[at++] = row;
      }
    }
    return train.keepOnly(rows);
  }

  private static List<String> vanished(Labels train, Labels visible) {
    List<String> vanished = new ArrayList<>();
    for (int c = 0; c < train.classCount(); c++) {
      if (train.histogram()[c] > 0 && visible.histogram()[c] == 0) {
        vanished.add(train.name(c));
      }
    }
    return vanished;
  }

  private static int silent(int[] predicted) {
    int count = 0;
    for (int label : predicted) {
      count += label == Labels.UNLABELED ? 1 : 0;
    }
    return count;
  }

  /** A method at a ratio with a seed. */
  private final class Place {
    private final Contender contender;
    private final double ratio;
    private final long seed;
    private final Split split;

    Place(Contender contender, double ratio, long seed, Split split) {
      this.contender = contender;
      this.ratio = ratio;
      this.seed = seed;
      this.split = split;
    }

    String name() {
      return contender.name();
    }

    RunOptions options() {
      return base.withSeed(seed).withSplit(base.split().withLabelRatio(ratio / 100));
    }

    Map<String, String> chosen(int candidate) {
      return contender.candidates(options()).get(candidate);
    }
  }

  /** The ground of the split at hand; made anew when another split is asked for. */
  private final class Grounds implements AutoCloseable {
    private Split split;
    private Ground ground;

    Ground of(Split wanted, RunContext context) {
      if (ground != null && !java.util.Arrays.equals(split.train(), wanted.train())) {
        close();
      }
      if (ground == null) {
        split = wanted;
        ground = new Ground(table, wanted, context.parallel());
      }
      return ground;
    }

    @Override
    public void close() {
      if (ground != null) {
        ground.close();
        ground = null;
      }
    }
  }
}
