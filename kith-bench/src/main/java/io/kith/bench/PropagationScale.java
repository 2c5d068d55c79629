package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.propagate.Evidence;
import io.kith.propagate.Propagated;
import io.kith.propagate.PropagationMethod;
import io.kith.propagate.Stopping;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What a round of each propagation learner costs on a graph of a million rows with 39 classes:
 * processor seconds, and the most memory the process ever had, learner by learner.
 *
 * <p>The graph is random, every row joined with 16 others, so that no row is near its neighbours in
 * memory: a real graph is kinder to the cache.
 */
public final class PropagationScale {
  private static final int NEIGHBORS = 16;
  private static final int ROUNDS = 10;

  private PropagationScale() {}

  public static void main(String[] args) throws IOException {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int classes = args.length > 1 ? Integer.parseInt(args[1]) : 39;
    Seed seed = new Seed(1);
    Evidence evidence = new Evidence(graph(rows, seed), labels(rows, classes, seed));
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %,d edges, %d classes%n%n",
        rows,
        evidence.graph().edgeCount(),
        classes);
    System.out.println("| learner | rounds | processor seconds a round | peak memory, MB |");
    System.out.println("|---|---|---|---|");
    System.out.printf(Locale.ROOT, "| (the graph alone) | | | %,d |%n", PeakMemory.megabytes());
    try (Parallel parallel = Parallel.ofMachine()) {
      for (PropagationMethod method : PropagationMethod.values()) {
        long began = CpuTime.nanos();
        Propagated result =
            method
                .propagation()
                .withStopping(new Stopping(1e-30, ROUNDS))
                .propagate(evidence, parallel, Progress.NONE);
        double seconds = (CpuTime.nanos() - began) / 1e9;
        System.out.printf(
            Locale.ROOT,
            "| %s | %d | %.1f | %,d |%n",
            method,
            result.account().rounds(),
            seconds / result.account().rounds(),
            PeakMemory.megabytes());
      }
    }
  }

  /** Rows i and i ± s are joined for some random strides s: regular, connected and far apart. */
  private static AffinityGraph graph(int rows, Seed seed) {
    SplittableRandom random = seed.derive("strides").random();
    int[] strides =
        IntStream.concat(
                IntStream.of(1), IntStream.generate(() -> 2 + random.nextInt(rows / 2 - 2)))
            .distinct()
            .limit(NEIGHBORS / 2)
            .toArray();
    int[] offsets = new int[rows + 1];
    int[] neighbors = new int[rows * NEIGHBORS];
    float[] weights = new float[rows * NEIGHBORS];
    int[] own = new int[NEIGHBORS];
    for (int i = 0; i < rows; i++) {
      for (int s = 0; s < strides.length; s++) {
        own[2 * s] = (i + strides[s]) % rows;
        own[2 * s + 1] = (i + rows - strides[s]) % rows;
      }
      Arrays.sort(own);
      System.arraycopy(own, 0, neighbors, i * NEIGHBORS, NEIGHBORS);
      offsets[i + 1] = (i + 1) * NEIGHBORS;
    }
    Arrays.fill(weights, 0.5f);
    return new AffinityGraph(offsets, neighbors, weights);
  }

  /** One row in fifty, classes by turns. */
  private static Labels labels(int rows, int classes, Seed seed) {
    int[] order = seed.derive("labels").permutation(rows);
    int[] labels = new int[rows];
    Arrays.fill(labels, Labels.UNLABELED);
    for (int i = 0; i < rows / 50; i++) {
      labels[order[i]] = i % classes;
    }
    List<String> names = IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    return new Labels(labels, names);
  }
}
