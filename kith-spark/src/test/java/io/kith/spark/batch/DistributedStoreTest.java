package io.kith.spark.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchLayout;
import io.kith.batch.BatchOptions;
import io.kith.batch.Companions;
import io.kith.batch.LabeledPart;
import io.kith.batch.MetaBatch;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.MetaBatchStore;
import io.kith.batch.StoreFiles;
import io.kith.batch.StoreIndex;
import io.kith.batch.StorePart;
import io.kith.batch.StoreWriter;
import io.kith.batch.Synthesis;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import io.kith.partition.RandomPartitioner;
import io.kith.spark.GraphChunk;
import io.kith.spark.RowChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.serializer.KryoSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster writes the meta-batches that one machine writes. */
class DistributedStoreTest {
  private static final int ROWS = 300;
  private static final int COLUMNS = 5;
  private static final int PARTITIONS = 3;
  private static final Seed SEED = new Seed(5);
  private static final BatchOptions OPTIONS =
      BatchOptions.defaults().withBatchSize(40).withLabeledPerStep(9);
  private static final AffinityGraph GRAPH = ringWithChords();
  private static final Labels LABELS = everySeventh();

  private static JavaSparkContext spark;
  private static FloatMatrix features;
  private static Partition blocks;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark =
        new JavaSparkContext(
            new SparkConf()
                .setMaster("local[2]")
                .setAppName("kith")
                .set("spark.ui.enabled", "false")
                .set("spark.serializer", KryoSerializer.class.getName()) // knows less than Java's
                .set("spark.driver.host", "localhost"));
    features = FloatMatrix.allocate(ROWS, COLUMNS);
    SplittableRandom random = SEED.random();
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        features.set(i, j, (float) random.nextGaussian());
      }
    }
    try (Parallel parallel = new Parallel(1)) {
      blocks = new RandomPartitioner().partition(GRAPH, 30, 0.03, SEED, parallel, Progress.NONE);
    }
  }

  @AfterAll
  static void stop() {
    spark.close();
    features.close();
  }

  /**
   * Every row but the last, which has no edge, is joined with the next and the seventh after it.
   */
  private static AffinityGraph ringWithChords() {
    int n = ROWS - 1;
    int[] offsets = new int[ROWS + 1];
    int[] neighbors = new int[4 * n];
    float[] weights = new float[4 * n];
    for (int i = 0; i < n; i++) {
      int[] others = {(i + 1) % n, (i + 7) % n, (i + n - 1) % n, (i + n - 7) % n};
      Arrays.sort(others);
      for (int k = 0; k < 4; k++) {
        neighbors[4 * i + k] = others[k];
        weights[4 * i + k] = 1f / (1 + (i + others[k]) % 11);
      }
      offsets[i + 1] = 4 * (i + 1);
    }
    offsets[ROWS] = 4 * n;
    return new AffinityGraph(offsets, neighbors, weights);
  }

  private static Labels everySeventh() {
    int[] labels = new int[ROWS];
    Arrays.setAll(labels, i -> i % 7 == 3 ? i % 2 : Labels.UNLABELED);
    return new Labels(labels, List.of("a", "b"));
  }

  /** Rows in an order of their own, in chunks of all sizes. */
  private static JavaRDD<RowChunk> rows(int from) {
    List<RowChunk> chunks = new ArrayList<>();
    float[] row = new float[COLUMNS];
    for (int[] ids : chunks(from)) {
      int[] labels = Arrays.stream(ids).map(LABELS::label).toArray();
      float[] values = new float[ids.length * COLUMNS];
      for (int i = 0; i < ids.length; i++) {
        features.copyRow(ids[i], row);
        System.arraycopy(row, 0, values, i * COLUMNS, COLUMNS);
      }
      chunks.add(new RowChunk(ids, labels, COLUMNS, values));
    }
    return spark.parallelize(chunks, PARTITIONS);
  }

  private static List<int[]> chunks(int from) {
    int[] order = new Seed(8).permutation(ROWS);
    List<int[]> chunks = new ArrayList<>();
    for (int size = 0; from < ROWS; from += size, size = (size * 3 + 1) % 50) {
      chunks.add(Arrays.copyOfRange(order, from, Math.min(ROWS, from + size)));
    }
    return chunks;
  }

  private static JavaRDD<GraphChunk> graph() {
    List<GraphChunk> chunks = new ArrayList<>();
    for (int[] ids : chunks(0)) {
      int[] offsets = new int[ids.length + 1];
      for (int i = 0; i < ids.length; i++) {
        offsets[i + 1] = offsets[i] + GRAPH.degree(ids[i]);
      }
      int[] neighbors = new int[offsets[ids.length]];
      float[] weights = new float[neighbors.length];
      for (int i = 0; i < ids.length; i++) {
        for (int e = 0; e < GRAPH.degree(ids[i]); e++) {
          neighbors[offsets[i] + e] = GRAPH.neighborAt(GRAPH.begin(ids[i]) + e);
          weights[offsets[i] + e] = GRAPH.weightAt(GRAPH.begin(ids[i]) + e);
        }
      }
      chunks.add(new GraphChunk(ids, offsets, neighbors, weights));
    }
    return spark.parallelize(chunks, 2);
  }

  private Path store(String name) {
    return folder.resolve(name);
  }

  private void write(JavaRDD<RowChunk> rows, BatchOptions options, Path to) {
    DistributedStore.write(
        rows, COLUMNS, graph(), blocks.blockOfRows(), options, SEED, to.toUri().toString());
  }

  @Test
  void itHoldsTheMetaBatchesOfOneMachine() throws IOException {
    write(rows(0), OPTIONS, store("cluster"));
    StoreWriter.write(
        MetaBatchPlan.of(GRAPH, blocks, LABELS, OPTIONS, SEED), features, store("machine"));
    assertSame();
    assertThat(bytes("cluster", "part-")).isEqualTo(bytes("machine", "part-"));
    assertThat(bytes("cluster", "labeled")).isEqualTo(bytes("machine", "labeled"));
    assertThat(names("cluster").filter(name -> name.startsWith("part-"))).hasSize(PARTITIONS);
  }

  @Test
  void labelledRowsAloneAreThoseOfOneMachineToo() {
    DistributedStore.writeLabeledOnly(
        rows(0), COLUMNS, 8, 5, SEED, store("cluster").toUri().toString());
    StoreWriter.write(MetaBatchPlan.labeledOnly(LABELS, 8, 5, SEED), features, store("machine"));
    assertSame();
  }

  /** Meta-batches follow each other from part to part, so the parts together are the one part. */
  private byte[] bytes(String store, String prefix) throws IOException {
    java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
    for (String name : names(store).filter(name -> name.startsWith(prefix)).sorted().toList()) {
      all.write(Files.readAllBytes(store(store).resolve(name)));
    }
    return all.toByteArray();
  }

  private Stream<String> names(String store) throws IOException {
    try (Stream<Path> files = Files.list(store(store))) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }

  private void assertSame() {
    HadoopFiles files =
        new HadoopFiles(store("cluster").toUri().toString(), spark.hadoopConfiguration());
    try (MetaBatchStore cluster = MetaBatchStore.open(files, 2_000);
        MetaBatchStore machine = MetaBatchStore.open(StoreFiles.in(store("machine")), 0);
        Parallel parallel = new Parallel(1);
        FloatMatrix ours = FloatMatrix.allocate(cluster.largestStep(), COLUMNS);
        FloatMatrix theirs = FloatMatrix.allocate(machine.largestStep(), COLUMNS)) {
      assertThat(cluster.batchCount()).isEqualTo(machine.batchCount());
      for (int e = 0; e < 2; e++) {
        for (int s = 0; s < machine.batchCount(); s++) {
          MetaBatch batch = cluster.epoch(e).step(s);
          MetaBatch expected = machine.epoch(e).step(s);
          assertThat(batch.rows()).isEqualTo(expected.rows());
          assertThat(batch.graphRows()).isEqualTo(expected.graphRows());
          assertThat(batch.affinity().totalWeight()).isEqualTo(expected.affinity().totalWeight());
          cluster.copyInto(batch, ours, parallel);
          machine.copyInto(expected, theirs, parallel);
          float[] row = new float[COLUMNS];
          float[] expectedRow = new float[COLUMNS];
          for (int i = 0; i < batch.size(); i++) {
            ours.copyRow(i, row);
            theirs.copyRow(i, expectedRow);
            assertThat(row).isEqualTo(expectedRow);
          }
        }
      }
    }
  }

  @Test
  void whatAttemptsThatDoNotCountLeftIsRemoved() throws IOException {
    StoreFolder written =
        new StoreFolder(store("cluster").toUri().toString(), spark.hadoopConfiguration());
    written.create();
    for (String name : List.of("part-00000-4.bin", "part-00000-7.bin", "labeled-8.bin")) {
      written.open(name).close();
    }
    written.finish(
        StoreIndex.of(
            BatchLayout.ofNoRows(1),
            OPTIONS,
            SEED,
            COLUMNS,
            List.of(
                new StorePart.Written("part-00000-7.bin", List.of(new StorePart.Placed(0, 0, 0)))),
            new LabeledPart.Written("labeled-8.bin", 0, 0)));
    assertThat(names("cluster").filter(name -> !name.endsWith(".crc")))
        .containsExactlyInAnyOrder("part-00000-7.bin", "labeled-8.bin", StoreIndex.FILE);
  }

  @Test
  void whatCannotBeWrittenLeavesNothing() throws IOException {
    assertThatThrownBy(() -> write(rows(12), OPTIONS, store("cluster")))
        .rootCause()
        .hasMessageContaining("every row must come once");
    assertThat(store("cluster")).doesNotExist();
    assertThatThrownBy(() -> write(rows(0).union(rows(200)), OPTIONS, store("cluster")))
        .rootCause()
        .hasMessageContaining("came again");
    assertThatThrownBy(
            () -> write(rows(0), OPTIONS.withCompanions(Companions.BLOCKS), store("cluster")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("batch or none");
    assertThatThrownBy(
            () -> write(rows(0), OPTIONS.withSynthesis(Synthesis.DIVERSE), store("cluster")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("choose random");
    assertThat(store("cluster")).doesNotExist();
    Files.createDirectory(store("cluster"));
    assertThatThrownBy(() -> write(rows(0), OPTIONS, store("cluster")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("exists already");
    assertThat(store("cluster")).exists();
  }
}
