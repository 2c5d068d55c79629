package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.AffinityBlock;
import io.kith.batch.MetaBatch;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import java.util.Locale;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A whole training step of the paper's network beside the matrix products it cannot do without.
 *
 * <p>Both run by turns in the same process and the best of several rounds counts, so that the share
 * holds on a noisy machine although the seconds do not.
 */
public final class TrainingStep {
  private static final int[] WIDTHS = {351, 2000, 2000, 2000, 2000, 39};
  private static final int ROUNDS = 5;

  private TrainingStep() {}

  public static void main(String[] args) {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1024;
    System.out.printf(
        Locale.ROOT,
        "%-8s %12s %14s %14s %8s%n",
        "threads",
        "rows",
        "bare rows/s",
        "step rows/s",
        "share");
    for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads *= 2) {
      try (Parallel parallel = new Parallel(threads)) {
        double bare = Double.MAX_VALUE;
        double step = Double.MAX_VALUE;
        try (Step training = new Step(rows)) {
          for (int round = 0; round < ROUNDS; round++) {
            bare = Math.min(bare, seconds(() -> products(rows, parallel)));
            step = Math.min(step, seconds(() -> training.take(parallel)));
          }
        }
        System.out.printf(
            Locale.ROOT,
            "%-8d %12d %14.0f %14.0f %7.0f%%%n",
            threads,
            rows,
            rows / bare,
            rows / step,
            100 * bare / step);
      }
    }
  }

  /** Forward, weight gradients and input gradients of every layer, nothing else. */
  static void products(int rows, Parallel parallel) {
    int slabs = parallel.threads();
    parallel.run(
        slabs,
        slab -> {
          try (PointerScope scope = Engine.scope()) {
            int share = rows / slabs;
            for (int l = 0; l + 1 < WIDTHS.length; l++) {
              Tensor x = torch.empty(share, WIDTHS[l]);
              Tensor w = torch.empty(WIDTHS[l], WIDTHS[l + 1]);
              Tensor y = torch.mm(x, w);
              torch.mm(x.t(), y);
              if (l > 0) {
                torch.mm(y, w.t());
              }
            }
          }
        });
  }

  static double seconds(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return (System.nanoTime() - began) / 1e9;
  }

  /** One step on a random batch: forward, objective, backward, optimizer. */
  static final class Step implements AutoCloseable {
    private final Seed seed = new Seed(1);
    private final DenseNetwork network =
        new DenseNetwork(WIDTHS[0], NetworkOptions.paper(), 39, seed);
    private final AdaGrad optimizer = new AdaGrad(network.parameters().columns());
    private final EntropicGraphObjective objective =
        new EntropicGraphObjective(ObjectiveOptions.defaults());
    private final FloatMatrix features;
    private final FloatMatrix slope;
    private final MetaBatch batch;

    Step(int rows) {
      SplittableRandom random = seed.random();
      features = FloatMatrix.allocate(rows, WIDTHS[0]);
      slope = FloatMatrix.allocate(rows, 39);
      int[] numbers = new int[rows];
      int[] labels = new int[rows];
      int[] from = new int[6 * rows];
      int[] to = new int[6 * rows];
      float[] weights = new float[6 * rows];
      for (int i = 0; i < rows; i++) {
        numbers[i] = i;
        labels[i] = i % 20 == 0 ? i % 39 : -1;
        for (int j = 0; j < WIDTHS[0]; j++) {
          features.set(i, j, (float) (2 * random.nextDouble() - 1));
        }
        for (int e = 6 * i; e < 6 * i + 6; e++) {
          from[e] = i;
          to[e] = random.nextInt(rows);
          weights[e] = 0.6f;
        }
      }
      batch = MetaBatch.of(numbers, labels, AffinityBlock.of(from, to, weights));
    }

    void take(Parallel parallel) {
      try (FloatMatrix logP = network.forward(features, seed, parallel)) {
        objective.evaluate(logP, batch, slope);
        network.backward(slope, parallel);
        optimizer.step(network.parameters(), network.gradient(), 1e-6, parallel);
      }
    }

    @Override
    public void close() {
      network.close();
      optimizer.close();
      features.close();
      slope.close();
    }
  }
}
