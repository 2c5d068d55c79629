package io.kith.reproduce;

import io.kith.RunOptions;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import io.kith.report.Claim;
import io.kith.report.DataTable;
import io.kith.report.Figure;
import io.kith.report.Page;
import io.kith.report.SpyPlot;
import io.kith.report.Unit;
import io.kith.report.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Figures 1a and 1b: the corner of the affinity matrix, rows in random order and rows in the order
 * of a partition into blocks of a batch's size.
 */
final class MatrixStage implements Stage<MatrixStage.Result> {
  private static final int BINS = 200;

  private final ReproductionOptions options;

  MatrixStage(ReproductionOptions options) {
    this.options = options;
  }

  /**
   * What was measured.
   *
   * @param block rows of a diagonal block, those of a batch
   */
  record Result(int rows, int wished, int block, Corner random, Corner partitioned) {}

  /**
   * The corner of a matrix in some order of rows.
   *
   * @param entries neighbours between rows of the corner
   * @param inside the share of its rows' neighbours that lie in the same diagonal block
   * @param fill the share of the diagonal blocks' cells that have an entry
   */
  record Corner(SpyPlot plot, long entries, double inside, double fill) {}

  private record Inputs(int rows, Object graph, Object partition, int batchSize, long seed) {}

  @Override
  public StageName name() {
    return StageName.MATRIX;
  }

  @Override
  public Object inputs() {
    RunOptions run = options.run();
    return new Inputs(
        options.matrixRows(), run.graph(), run.partition(), run.batch().batchSize(), run.seed());
  }

  @Override
  public Class<Result> resultType() {
    return Result.class;
  }

  @Override
  public Result measure(Laboratory laboratory) {
    AffinityGraph graph = laboratory.graph(options.run()).graph();
    int block = Math.min(graph.size(), options.run().batch().forRows(graph.size()).batchSize());
    Seed seed = new Seed(options.run().seed()).derive("matrix");
    int blocks = Math.max(1, Math.round((float) graph.size() / block));
    Partition cut =
        options
            .run()
            .partition()
            .partitioner(laboratory.knownLabels().keepOnly(new int[0]))
            .partition(
                graph,
                blocks,
                options.run().partition().imbalance(),
                seed.derive("partition"),
                laboratory.context().parallel(),
                laboratory.context().progress());
    int[] inOrder = Arrays.stream(cut.rowsOfBlocks()).flatMapToInt(Arrays::stream).toArray();
    int rows = Math.min(graph.size(), options.matrixRows());
    return new Result(
        rows,
        options.matrixRows(),
        block,
        corner(graph, seed.derive("order").permutation(graph.size()), rows, block),
        corner(graph, inOrder, rows, block));
  }

  private static Corner corner(AffinityGraph graph, int[] order, int rows, int block) {
    int[] place = new int[order.length];
    for (int p = 0; p < order.length; p++) {
      place[order[p]] = p;
    }
    SpyPlot.Counter counter = new SpyPlot.Counter(rows, BINS);
    long entries = 0;
    long inside = 0;
    long all = 0;
    for (int p = 0; p < rows; p++) {
      int row = order[p];
      all += graph.degree(row);
      for (int e = graph.begin(row); e < graph.end(row); e++) {
        int q = place[graph.neighborAt(e)];
        if (q < rows) {
          counter.add(p, q);
          entries++;
          inside += p / block == q / block ? 1 : 0;
        }
      }
    }
    double cells = 0;
    for (int from = 0; from < rows; from += block) {
      double side = Math.min(block, rows - from);
      cells += side * side;
    }
    return new Corner(
        counter.plot(), entries, all == 0 ? 0 : (double) inside / all, inside / cells);
  }

  @Override
  public void draw(Result result, Page page) {
    page.section("The affinity matrix");
    page.text(
        "The corner of the affinity matrix: a dot is an edge between two rows, darker where there"
            + " are more. A batch sees only the edges in its block along the diagonal.");
    if (result.rows < result.wished) {
      page.note(
          String.format(
              Locale.ROOT,
              "These data have only %,d training rows, so that the corner of %,d rows is the whole"
                  + " matrix.",
              result.rows,
              result.wished));
    }
    boolean enough = result.rows >= 2 * result.block;
    DataTable table =
        new DataTable()
            .column("order of rows", Unit.TEXT)
            .column("edges in the corner", Unit.COUNT)
            .column("neighbours in the same diagonal block", Unit.PERCENT)
            .column("diagonal blocks filled", Unit.PERCENT);
    table.row("random", result.random.entries, result.random.inside, result.random.fill);
    table.row(
        "partition",
        result.partitioned.entries,
        result.partitioned.inside,
        result.partitioned.fill);
    String blocks = String.format(Locale.ROOT, "%,d × %,d", result.block, result.block);
    page.figure(
        figure(
            "matrix-random",
            "Figure 1a: rows in random order",
            "Dots are spread evenly; blocks along the diagonal are as empty as any other.",
            result.random,
            new Claim(
                "Blocks of a batch’s size along the diagonal are extremely sparse when rows are"
                    + " shuffled.",
                enough ? Verdict.of(result.random.inside < 0.1) : Verdict.UNDECIDED,
                enough
                    ? Unit.PERCENT.format(result.random.inside)
                        + " of a row’s neighbours are in its diagonal block of "
                        + blocks
                        + "; below 10 % counts as sparse."
                    : tooFew(result))));
    page.figure(
        figure(
            "matrix-partitioned",
            "Figure 1b: rows in the order of the partition",
            "Dots gather in squares along the diagonal.",
            result.partitioned,
            new Claim(
                "After partitioning the same matrix is dense along the diagonal.",
                enough
                    ? Verdict.of(result.partitioned.inside > 5 * result.random.inside)
                    : Verdict.UNDECIDED,
                enough
                    ? String.format(
                        Locale.ROOT,
                        "%s of a row’s neighbours are in its diagonal block, %.1f times as many as"
                            + " in random order; 5 times counts as dense.",
                        Unit.PERCENT.format(result.partitioned.inside),
                        result.partitioned.inside / result.random.inside)
                    : tooFew(result))));
    page.table(table);
  }

  private static String tooFew(Result result) {
    return String.format(
        Locale.ROOT,
        "%,d rows make fewer than two batches of %,d: the data are too small for this figure.",
        result.rows,
        result.block);
  }

  private static Figure figure(
      String id, String title, String description, Corner corner, Claim claim) {
    return new Figure(id, title, description, corner.plot, Optional.empty(), "", List.of(claim));
  }
}
