package io.kith.graph;

import io.kith.engine.Engine;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** How fast the engine multiplies tiles on this machine, for estimates. */
public final class EngineRate {
  private static final int TRIES = 4;

  private EngineRate() {}

  /**
   * Additions and multiplications a second on one thread; measuring takes some hundredths of one.
   */
  public static double flopsPerSecond(int columns) {
    int tile = ExactNeighborSearch.TILE;
    long best = Long.MAX_VALUE;
    try (PointerScope scope = Engine.scope()) {
      Tensor rows = torch.ones(tile, columns);
      Tensor out = torch.empty(tile, tile);
      for (int t = 0; t < TRIES; t++) {
        long began = System.nanoTime();
        torch.mm_out(out, rows, rows.t());
        best = Math.min(best, System.nanoTime() - began);
      }
    }
    return 2e9 * tile * tile * columns / best;
  }
}
