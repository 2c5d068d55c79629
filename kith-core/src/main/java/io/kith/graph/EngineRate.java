package io.kith.graph;

import io.kith.engine.Device;
import io.kith.engine.Engine;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** How fast the engine multiplies tiles on this machine, for estimates. */
public final class EngineRate {
  private static final int TRIES = 4;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private EngineRate() {}

  /**
   * Additions and multiplications in a second of one core's time; measuring takes some hundredths
   * of one. Time in which the core did other work is not counted, so that the rate is that of a
   * free core. A GPU is timed by the clock.
   */
  public static double flopsPerSecond(int columns, Device device) {
    int tile = ExactNeighborSearch.TILE;
    long best = Long.MAX_VALUE;
    try (PointerScope scope = Engine.scope()) {
      Tensor rows = torch.ones(new long[] {tile, columns}, device.options(ScalarType.Float));
      Tensor out = rows.new_empty(tile, tile);
      for (int t = 0; t < TRIES; t++) {
        long began = now(device);
        torch.mm_out(out, rows, rows.t());
        if (device.isGpu()) {
          out.narrow(0, 0, 1).sum().item_float(); // waits for the product
        }
        best = Math.min(best, Math.max(1, now(device) - began));
      }
    }
    return 2e9 * tile * tile * columns / best;
  }

  private static long now(Device device) {
    return !device.isGpu() && THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
