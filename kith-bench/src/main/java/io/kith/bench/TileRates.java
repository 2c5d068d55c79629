package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Datasets;
import io.kith.data.ReadOptions;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.graph.ExactNeighborSearch;
import java.nio.file.Path;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * How much of the engine's own matrix-product rate exact search keeps.
 *
 * <p>{@code TileRates DATA ROWS K}: both are measured in turns in one run, on the same threads and
 * the same tile shapes; rates are per second of processor time, and the best of each counts,
 * because other work on the machine only ever slows.
 */
public final class TileRates {
  private static final int TILE = 1024;
  private static final int ROUNDS = 3;

  private TileRates() {}

  public static void main(String[] args) {
    int n = Integer.parseInt(args[1]);
    int k = Integer.parseInt(args[2]);
    try (Parallel parallel = Parallel.ofMachine();
        FloatMatrix rows =
            BenchRows.standardized(Datasets.read(Path.of(args[0]), ReadOptions.defaults()), n)) {
      double bare = 0;
      double search = 0;
      for (int round = 0; round < ROUNDS; round++) {
        bare = Math.max(bare, bareRate(rows, parallel));
        search = Math.max(search, searchRate(rows, k, parallel));
        System.out.printf(
            "%d rows: bare %.1f GFLOP/s a core, exact search %.1f GFLOP/s a core, %.0f %%%n",
            n, bare, search, 100 * search / bare);
      }
    }
  }

  /** Products of tiles, nothing else. */
  private static double bareRate(FloatMatrix rows, Parallel parallel) {
    int tiles = rows.rows() / TILE;
    int tasks = Math.min(400, tiles * tiles);
    long began = CpuTime.nanos();
    parallel.run(
        parallel.threads(),
        thread -> {
          try (PointerScope scope = Engine.scope()) {
            Tensor all = rows.tensor();
            Tensor out = torch.empty(TILE, TILE);
            for (int task = thread; task < tasks; task += parallel.threads()) {
              try (PointerScope step = Engine.scope()) {
                Tensor a = all.narrow(0, (long) (task / tiles) * TILE, TILE);
                Tensor b = all.narrow(0, (long) (task % tiles) * TILE, TILE);
                torch.mm_out(out, a, b.t());
              }
            }
          }
        });
    return 2.0 * tasks * TILE * TILE * rows.columns() / (CpuTime.nanos() - began);
  }

  /** Each of the n²/2 pairs is one inner product. */
  private static double searchRate(FloatMatrix rows, int k, Parallel parallel) {
    long began = CpuTime.nanos();
    new ExactNeighborSearch().search(rows, k, parallel, Progress.NONE);
    double pairs = 0.5 * rows.rows() * (rows.rows() - 1.0);
    return 2.0 * pairs * rows.columns() / (CpuTime.nanos() - began);
  }
}
