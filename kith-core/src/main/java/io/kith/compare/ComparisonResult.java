package io.kith.compare;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.evaluate.PairedBootstrap;
import io.kith.evaluate.Spread;
import io.kith.evaluate.StudentT;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a comparison found. Plain values only; {@code comparison.json} is this record.
 *
 * @param reference the method that the others are measured against
 * @param seeds how many there were
 * @param testRows how many test rows the first seed had
 * @param clusters into how many groups of rows (speakers, …) the test rows fall; 0 where rows are
 *     drawn singly, because the data have no groups or too few
 * @param standings of every method at every ratio, in the order of the methods, then of the ratios
 */
public record ComparisonResult(
    int version,
    Provenance provenance,
    List<String> methods,
    List<Double> ratios,
    int seeds,
    String reference,
    int testRows,
    int clusters,
    List<Standing> standings,
    List<Cell> cells) {
  static final int VERSION = 1;

  /** Fewer groups than this say too little about other groups to be drawn from. */
  private static final int FEWEST_CLUSTERS = 5;

  public ComparisonResult {
    methods = List.copyOf(methods);
    ratios = List.copyOf(ratios);
    standings = List.copyOf(standings);
    cells = List.copyOf(cells);
  }

  /**
   * A method at a ratio, over all seeds; numbers without a deviation are means.
   *
   * @param hidden accuracy over the training rows whose labels were hidden; NaN where none was
   * @param difference in test accuracy to the reference; absent for the reference itself
   */
  public record Standing(
      String method,
      double ratio,
      double labels,
      Spread test,
      Spread hidden,
      double unreachedTest,
      double unreachedTrain,
      double seconds,
      double cpuSeconds,
      double peakBytes,
      Optional<Difference> difference) {}

  /**
   * How much more accurate a method is than the reference, seed by seed and row by row.
   *
   * @param overSeeds mean and deviation over seeds
   * @param p of a paired t-test over seeds, two-sided; NaN with one seed
   * @param low where the 95 % interval of a bootstrap over test rows begins
   * @param high where it ends
   */
  public record Difference(Spread overSeeds, double p, double low, double high) {
    /** Whether neither other seeds nor other test rows are likely to turn the difference round. */
    public boolean isClear() {
      return p < 0.05 && (low > 0 || high < 0);
    }
  }

  static ComparisonResult of(
      ComparisonOptions options,
      Provenance provenance,
      Dataset dataset,
      List<int[]> testRows,
      List<CellFiles.Stored> stored) {
    Clusters clusters = Clusters.of(dataset, testRows);
    List<Standing> standings = new ArrayList<>();
    for (String method : options.methods()) {
      for (double ratio : options.ratios()) {
        List<CellFiles.Stored> own = at(stored, method, ratio);
        List<CellFiles.Stored> other = at(stored, options.reference(), ratio);
        Optional<Difference> difference =
            method.equals(options.reference())
                ? Optional.empty()
                : Optional.of(difference(own, other, clusters));
        standings.add(standing(own.stream().map(CellFiles.Stored::cell).toList(), difference));
      }
    }
    return new ComparisonResult(
        VERSION,
        provenance,
        options.methods(),
        options.ratios(),
        options.seeds(),
        options.reference(),
        testRows.get(0).length,
        clusters.grouped() ? clusters.count() : 0,
        standings,
        stored.stream().map(CellFiles.Stored::cell).toList());
  }

  public Standing standing(String method, double ratio) {
    return standings.stream()
        .filter(s -> s.method().equals(method) && s.ratio() == ratio)
        .findFirst()
        .orElseThrow();
  }

  public void write(Path file) {
    Json.write(file, this);
  }

  public static ComparisonResult read(Path file) {
    int version = Json.readTree(file).path("version").asInt();
    if (version != VERSION) {
      throw new BadInputException(
          file
              + " is not a comparison that this Kith reads (version "
              + version
              + ", not "
              + VERSION
              + "): give a comparison.json that kith compare wrote.");
    }
    return Json.read(file, ComparisonResult.class);
  }

  private static Standing standing(List<Cell> cells, Optional<Difference> difference) {
    return new Standing(
        cells.get(0).method(),
        cells.get(0).ratio(),
        mean(cells, Cell::labels),
        Spread.of(values(cells, Cell::testAccuracy)),
        Spread.of(values(cells, Cell::hiddenAccuracy)),
        mean(cells, Cell::unreachedTest),
        mean(cells, Cell::unreachedTrain),
        mean(cells, Cell::seconds),
        mean(cells, Cell::cpuSeconds),
        mean(cells, Cell::peakBytes),
        difference);
  }

  private static Difference difference(
      List<CellFiles.Stored> own, List<CellFiles.Stored> other, Clusters clusters) {
    double[] bySeed = new double[own.size()];
    List<PairedBootstrap.Rows> rows = new ArrayList<>();
    for (int s = 0; s < bySeed.length; s++) {
      bySeed[s] = own.get(s).cell().testAccuracy() - other.get(s).cell().testAccuracy();
      BitSet right = own.get(s).right();
      BitSet otherRight = other.get(s).right();
      int[] difference = new int[clusters.ofRows().get(s).length];
      for (int i = 0; i < difference.length; i++) {
        difference[i] = (right.get(i) ? 1 : 0) - (otherRight.get(i) ? 1 : 0);
      }
      rows.add(new PairedBootstrap.Rows(clusters.ofRows().get(s), difference));
    }
    PairedBootstrap.Interval interval =
        PairedBootstrap.of(rows, clusters.count(), new Seed(1).derive("bootstrap"));
    return new Difference(
        Spread.of(bySeed), StudentT.pValue(bySeed), interval.low(), interval.high());
  }

  /** In the order of the seeds. */
  private static List<CellFiles.Stored> at(
      List<CellFiles.Stored> stored, String method, double ratio) {
    return stored.stream()
        .filter(s -> s.cell().method().equals(method) && s.cell().ratio() == ratio)
        .toList();
  }

  private static double[] values(List<Cell> cells, ToDoubleFunction<Cell> value) {
    return cells.stream().mapToDouble(value).toArray();
  }

  private static double mean(List<Cell> cells, ToDoubleFunction<Cell> value) {
    return cells.stream().mapToDouble(value).average().orElseThrow();
  }

  /**
   * Which test rows are drawn together.
   *
   * @param ofRows the cluster of each test row, for each seed
   */
  private record Clusters(List<int[]> ofRows, int count, boolean grouped) {
    static Clusters of(Dataset dataset, List<int[]> testRows) {
      boolean grouped =
          dataset.groups().isPresent()
              && testRows.stream()
                  .allMatch(
                      rows ->
                          Arrays.stream(rows).map(dataset.groups().get()::group).distinct().count()
                              >= FEWEST_CLUSTERS);
      int[] seen =
          testRows.stream()
              .flatMapToInt(IntStream::of)
              .map(row -> grouped ? dataset.groups().orElseThrow().group(row) : row)
              .distinct()
              .sorted()
              .toArray();
      List<int[]> ofRows =
          testRows.stream()
              .map(
                  rows ->
                      IntStream.of(rows)
                          .map(row -> grouped ? dataset.groups().orElseThrow().group(row) : row)
                          .map(cluster -> Arrays.binarySearch(seen, cluster))
                          .toArray())
              .toList();
      return new Clusters(ofRows, seen.length, grouped);
    }
  }
}
