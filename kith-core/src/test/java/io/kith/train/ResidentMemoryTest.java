package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import io.kith.partition.Partition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A step leaves no native memory behind. Trains in a JVM of its own, whose heap is small and fully
 * resident from the start, so that what grows is not the heap.
 */
class ResidentMemoryTest {
  private static final int ROWS = 640;
  private static final int FEATURES = 256;
  private static final int WARM = 300;
  private static final int STEPS = 1000;
  private static final Path STATUS = Path.of("/proc/self/status");

  @Test
  void aThousandStepsTakeNoMoreMemoryThanTheFirstOnes() throws Exception {
    assumeThat(Files.exists(STATUS)).as("resident memory is read from " + STATUS).isTrue();
    Process training =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms96m",
                "-Xmx96m",
                "-XX:+AlwaysPreTouch",
                "-cp",
                System.getProperty("java.class.path"),
                ResidentMemoryTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(training.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(training.waitFor(1, TimeUnit.MINUTES)).isTrue();
    List<Long> kilobytes = out.lines().map(Long::parseLong).toList();
    assertThat(kilobytes).hasSize(2);
    // The input of one step alone is 0.3 MB: left behind, it would make 200 MB.
    assertThat(kilobytes.get(1) - kilobytes.get(0)).as("kB more than at first").isLessThan(10_000);
  }

  public static void main(String[] args) {
    Seed seed = new Seed(1);
    int[] offsets = new int[ROWS + 1];
    int[] neighbors = new int[2 * ROWS];
    float[] weights = new float[2 * ROWS];
    Arrays.fill(weights, 0.5f);
    for (int i = 0; i < ROWS; i++) { // a ring
      int one = (i + ROWS - 1) % ROWS;
      int other = (i + 1) % ROWS;
      neighbors[2 * i] = Math.min(one, other);
      neighbors[2 * i + 1] = Math.max(one, other);
      offsets[i + 1] = 2 * (i + 1);
    }
    AffinityGraph ring = new AffinityGraph(offsets, neighbors, weights);
    int[] block = new int[ROWS];
    Arrays.setAll(block, i -> i / 16);
    int[] classes = new int[ROWS];
    Arrays.setAll(classes, i -> i % 5 == 0 ? i % 3 : Labels.UNLABELED);
    Labels labels = new Labels(classes, List.of("a", "b", "c"));
    MetaBatchPlan plan =
        MetaBatchPlan.of(
            ring,
            new Partition(block, ROWS / 16, ring.fingerprint()),
            labels,
            BatchOptions.defaults().withBatchSize(128).withLabeledPerStep(32),
            seed);
    Progress progress =
        (stage, done, total, unit) -> {
          if (done == WARM || done == STEPS) {
            System.out.println(residentKilobytes());
          }
        };
    DenseNetwork network =
        new DenseNetwork(FEATURES, new NetworkOptions(List.of(64), 0.2), 3, seed);
    try (Parallel parallel = new Parallel(2);
        network;
        AdaGrad optimizer = new AdaGrad(network.parameters().columns());
        FloatMatrix features = FloatMatrix.allocate(ROWS, FEATURES)) {
      Task task =
          new Task(
              network,
              optimizer,
              new EntropicGraphObjective(ObjectiveOptions.defaults().withEntropyWeight(0.1)),
              features,
              plan,
              new Validation(features, labels));
      new Trainer(TrainingOptions.defaults().withEpochs(STEPS / plan.batchCount()), seed, parallel)
          .train(task, TrainingListener.NONE, progress);
    }
  }

  private static long residentKilobytes() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
