package io.kith.spark.graph;

import com.sun.management.OperatingSystemMXBean;
import io.kith.base.Seed;
import io.kith.data.Npy;
import io.kith.engine.FloatMatrix;
import io.kith.graph.GraphOptions;
import io.kith.partition.PartitionOptions;
import io.kith.spark.RowChunk;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures search, joining and cutting on rows of your own, two tasks at a time:
 *
 * <pre>{@code
 * mvn -pl kith-spark -am test -Pslow -Dtest=GraphStagesMeasurement \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dkith.rows=rows.npy -Dkith.most=150000
 * }</pre>
 */
@Tag("slow")
@EnabledIfSystemProperty(named = "kith.rows", matches = ".+")
class GraphStagesMeasurement {
  private static final Seed SEED = new Seed(1);

  @Test
  void print() {
    Path file = Path.of(System.getProperty("kith.rows"));
    try (LocalSpark spark = new LocalSpark(2);
        FloatMatrix all = Npy.readMatrix(file)) {
      int n = Math.min(all.rows(), Integer.getInteger("kith.most", all.rows()));
      JavaRDD<RowChunk> rows = spark.rows(all.slice(0, n), 8);
      BucketOptions sixth = BucketOptions.defaults().withBucketRows(n / 6);
      search(rows, sixth).close(); // loads and compiles what the others need too
      search(rows, BucketOptions.defaults().withBucketRows(n)).close();
      search(rows, sixth).close();
      DistributedNeighbors found = search(rows, sixth.withCuts(2));
      DistributedGraphBuilder builder =
          new DistributedGraphBuilder(GraphOptions.defaults(), sixth, SEED);
      DistributedGraph graph = timed("join", () -> builder.join(found));
      cut(graph, Long.MAX_VALUE);
      cut(graph, 0);
    }
  }

  private static DistributedNeighbors search(JavaRDD<RowChunk> rows, BucketOptions options) {
    DistributedNeighbors found =
        timed(
            options.toString(),
            () -> new DistributedSearch(GraphOptions.defaults(), options, SEED).search(rows));
    System.out.printf(
        Locale.ROOT,
        "  %d buckets, a row in %.2f, recall %.4f%n",
        found.buckets(),
        found.overlap(),
        found.recall());
    return found;
  }

  private static void cut(DistributedGraph graph, long mostEdges) {
    PartitionOptions options = PartitionOptions.defaults().withBlockSize(26);
    DistributedPartition cut =
        timed("cut", () -> new DistributedBlocks(options, mostEdges, SEED).cut(graph));
    System.out.printf(
        Locale.ROOT,
        "  on the driver: %s, %d edges, cut share %.4f%n",
        cut.madeOnDriver(),
        graph.edgeCount(),
        cut.cutShare());
  }

  private static <T> T timed(String what, Supplier<T> work) {
    OperatingSystemMXBean machine =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = machine.getProcessCpuTime();
    long start = System.nanoTime();
    T result = work.get();
    System.out.printf(
        Locale.ROOT,
        "%s: %.1f s, %.1f CPU s%n",
        what,
        (System.nanoTime() - start) / 1e9,
        (machine.getProcessCpuTime() - cpu) / 1e9);
    return result;
  }
}
