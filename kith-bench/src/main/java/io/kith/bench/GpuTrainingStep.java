package io.kith.bench;

import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.Companions;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.Prefetch;
import io.kith.data.Labels;
import io.kith.engine.Compute;
import io.kith.engine.Cuda;
import io.kith.engine.Device;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.engine.Precision;
import io.kith.graph.AffinityGraph;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import io.kith.partition.Partition;
import io.kith.train.GpuStep;
import io.kith.train.Task;
import io.kith.train.Validation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The paper's training step on a GPU beside the matrix products it cannot do without, batch
 * assembly and sending included. {@code gpu_step.py} is the same step in PyTorch.
 */
public final class GpuTrainingStep {
  private static final int[] WIDTHS = {351, 2000, 2000, 2000, 2000, 39};
  private static final int ROWS = 1 << 17;
  private static final int BLOCK = 32;
  private static final int DEGREE = 6;
  private static final int STEPS = 600;
  private static final int ROUNDS = 3;

  private GpuTrainingStep() {}

  public static void main(String[] args) {
    for (int batch : new int[] {1024, 2048}) {
      for (Precision precision : Precision.values()) {
        double bare = 0;
        double step = 0;
        for (int round = 0; round < ROUNDS; round++) {
          bare = Math.max(bare, bareRows(batch, precision));
          step = Math.max(step, stepRows(batch, precision));
        }
        System.out.printf(
            Locale.ROOT,
            "kith  B=%d %-8s bare %5.0fk rows/s  step %5.0fk rows/s  share %.0f %%%n",
            batch,
            precision,
            bare / 1000,
            step / 1000,
            100 * step / bare);
      }
    }
  }

  /** Forward, weight gradients and input gradients of every layer, nothing else. */
  private static double bareRows(int rows, Precision precision) {
    try (Cuda cuda = new Cuda(new Compute(new Device(0), precision));
        PointerScope scope = Engine.scope()) {
      ScalarType type = precision == Precision.BF16 ? ScalarType.BFloat16 : ScalarType.Float;
      List<Tensor> x = new ArrayList<>();
      List<Tensor> w = new ArrayList<>();
      List<Tensor> g = new ArrayList<>();
      for (int l = 0; l < WIDTHS.length; l++) {
        x.add(torch.randn(new long[] {rows, WIDTHS[l]}, cuda.options(type)));
        if (l > 0) {
          w.add(torch.randn(new long[] {WIDTHS[l - 1], WIDTHS[l]}, cuda.options(type)));
          g.add(torch.zeros(new long[] {WIDTHS[l - 1], WIDTHS[l]}, cuda.options(type)));
        }
      }
      Runnable products =
          () -> {
            for (int l = 0; l < w.size(); l++) {
              torch.mm_out(x.get(l + 1), x.get(l), w.get(l));
              torch.mm_out(g.get(l), x.get(l).t(), x.get(l + 1));
              if (l > 0) {
                torch.mm_out(x.get(l), x.get(l + 1), w.get(l).t());
              }
            }
          };
      try (Cuda.Graph graph = cuda.record(products)) {
        return rate(rows, graph::launch, cuda::await);
      }
    }
  }

  private static double stepRows(int rows, Precision precision) {
    Seed seed = new Seed(1);
    SplittableRandom random = seed.random();
    AffinityGraph graph = graph();
    int[] blockOf = new int[ROWS];
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      blockOf[i] = i / BLOCK;
      classes[i] = i % 20 == 0 ? random.nextInt(39) : Labels.UNLABELED;
    }
    List<String> names = new ArrayList<>();
    for (int c = 0; c < 39; c++) {
      names.add("c" + c);
    }
    Labels labels = new Labels(classes, names);
    MetaBatchPlan plan =
        MetaBatchPlan.of(
            graph,
            new Partition(blockOf, ROWS / BLOCK, graph.fingerprint()),
            labels,
            BatchOptions.defaults()
                .withBatchSize(rows)
                .withCompanions(Companions.NONE)
                .withLabeledPerStep(0),
            seed);
    try (FloatMatrix features = features(random);
        DenseNetwork network = new DenseNetwork(WIDTHS[0], NetworkOptions.paper(), 39, seed);
        AdaGrad optimizer = new AdaGrad(network.parameters().columns());
        FloatMatrix none = FloatMatrix.allocate(0, WIDTHS[0])) {
      Task task =
          new Task(
              network,
              optimizer,
              new EntropicGraphObjective(ObjectiveOptions.defaults()),
              features,
              plan,
              new Validation(none, Labels.none(0)));
      int epochs = 2 * STEPS / plan.batchCount() + 2;
      try (GpuStep step = new GpuStep(task, new Compute(new Device(0), precision), 0, seed);
          Prefetch batches = new Prefetch(plan, epochs, 0, 16)) {
        long[] number = {0};
        return rate(
            rows,
            () -> step.step(batches.next(), number[0]++, 1e-6),
            () -> {
              if (!step.drain().isFinite()) {
                throw new IllegalStateException("the loss is not finite");
              }
            });
      }
    }
  }

  private static double rate(int rows, Runnable work, Runnable wait) {
    for (int s = 0; s < STEPS / 4; s++) {
      work.run();
    }
    wait.run();
    long began = System.nanoTime();
    for (int s = 0; s < STEPS; s++) {
      work.run();
    }
    wait.run();
    return rows * (STEPS / ((System.nanoTime() - began) / 1e9));
  }

  private static FloatMatrix features(SplittableRandom random) {
    FloatMatrix features = FloatMatrix.allocate(ROWS, WIDTHS[0]);
    float[] row = new float[WIDTHS[0]];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) (2 * random.nextDouble() - 1);
      }
      features.setRow(i, row);
    }
    return features;
  }

  /** Rows of a block form a ring in which each knows the nearest of both sides. */
  private static AffinityGraph graph() {
    int[] offsets = new int[ROWS + 1];
    int[] neighbors = new int[ROWS * DEGREE];
    float[] weights = new float[ROWS * DEGREE];
    for (int i = 0; i < ROWS; i++) {
      int first = i / BLOCK * BLOCK;
      int[] own = new int[DEGREE];
      for (int e = 0; e < DEGREE; e++) {
        int distance = e < DEGREE / 2 ? e + 1 : DEGREE / 2 - 1 - e;
        own[e] = first + Math.floorMod(i - first + distance, BLOCK);
      }
      Arrays.sort(own);
      System.arraycopy(own, 0, neighbors, i * DEGREE, DEGREE);
      Arrays.fill(weights, i * DEGREE, (i + 1) * DEGREE, 0.6f);
      offsets[i + 1] = (i + 1) * DEGREE;
    }
    return new AffinityGraph(offsets, neighbors, weights);
  }
}
