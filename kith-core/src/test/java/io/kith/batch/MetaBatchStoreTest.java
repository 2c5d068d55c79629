package io.kith.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store hands out the steps of the plan that it was written from. */
class MetaBatchStoreTest {
  private static final int ROWS = 403;
  private static final int COLUMNS = 7;
  private static final int BLOCKS = 41;
  private static final Seed SEED = new Seed(11);
  private static final AffinityGraph GRAPH = Planted.graph(ROWS, 4, 0.2, new Seed(3).random());
  private static final Labels LABELS = everyFifth();
  private static final BatchOptions OPTIONS =
      BatchOptions.defaults().withBatchSize(50).withLabeledPerStep(12);

  private static FloatMatrix features;

  @TempDir Path folder;

  @BeforeAll
  static void drawFeatures() {
    SplittableRandom random = SEED.random();
    features = FloatMatrix.allocate(ROWS, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        features.set(i, j, (float) random.nextGaussian());
      }
    }
  }

  @AfterAll
  static void free() {
    features.close();
  }

  private static Labels everyFifth() {
    Labels all = Planted.labels(ROWS, 4);
    int[] kept = new int[(ROWS + 4) / 5];
    Arrays.setAll(kept, i -> 5 * i);
    return all.keepOnly(kept);
  }

  private static MetaBatchPlan plan(BatchOptions options) {
    return MetaBatchPlan.of(GRAPH, Planted.runs(GRAPH, BLOCKS), LABELS, options, SEED);
  }

  private MetaBatchStore stored(MetaBatchPlan plan, long keptBytes) {
    StoreWriter.write(plan, features, folder.resolve("store"));
    return MetaBatchStore.open(StoreFiles.in(folder.resolve("store")), keptBytes);
  }

  @Test
  void itsStepsAreThoseOfThePlan() {
    for (BatchOptions options :
        List.of(
            OPTIONS,
            OPTIONS.withCompanions(Companions.NONE),
            OPTIONS.withUnbiased(true),
            OPTIONS.withSynthesis(Synthesis.DIVERSE),
            OPTIONS.withLabeledPerStep(0),
            OPTIONS.withLabeledPerStep(1000),
            OPTIONS.withBatchSize(0))) {
      for (long keptBytes : new long[] {0, 5_000, 1 << 20}) {
        MetaBatchPlan plan = plan(options);
        try (MetaBatchStore store = stored(plan, keptBytes)) {
          assertSame(store, plan, options + ", " + keptBytes);
        }
      }
    }
  }

  @Test
  void whereNoEdgeLeavesAMetaBatchItStaysAlone() {
    AffinityGraph apart = Planted.graph(400, 4, 0, new Seed(3).random()); // classes of 100 rows
    MetaBatchPlan plan =
        MetaBatchPlan.of(
            apart, Planted.runs(apart, 4), Labels.none(400), OPTIONS.withBatchSize(100), SEED);
    try (MetaBatchStore store = stored(plan, 0)) {
      assertThat(store.epoch(0).step(0).size()).isEqualTo(100);
      assertSame(store, plan, "apart");
    }
  }

  @Test
  void labelledRowsAloneAreAStoreToo() {
    MetaBatchPlan plan = MetaBatchPlan.labeledOnly(LABELS, 16, 6, SEED);
    try (MetaBatchStore store = stored(plan, 0)) {
      assertThat(store.epoch(0).step(0).size()).isEqualTo(16);
      assertSame(store, plan, "labelled only");
    }
  }

  private static void assertSame(MetaBatchStore store, MetaBatchPlan plan, String as) {
    assertThat(store.batchCount()).as(as).isEqualTo(plan.batchCount());
    assertThat(store.columns()).isEqualTo(COLUMNS);
    try (Parallel parallel = new Parallel(2);
        FloatMatrix read = FloatMatrix.allocate(store.largestStep(), COLUMNS)) {
      for (int e : new int[] {2, 0, 1}) {
        for (int s : SEED.derive(e).permutation(plan.batchCount())) {
          MetaBatch expected = plan.epoch(e).step(s);
          MetaBatch batch = store.epoch(e).step(s);
          assertSame(batch, expected, as + ", step " + e + "/" + s);
          store.copyInto(batch, read, parallel);
          try (FloatMatrix gathered = features.gather(expected.rows(), parallel)) {
            assertSameRows(read, gathered, as);
          }
        }
      }
    }
  }

  private static void assertSame(MetaBatch batch, MetaBatch expected, String as) {
    assertThat(batch.rows()).as(as).isEqualTo(expected.rows());
    assertThat(batch.graphRows()).as(as).isEqualTo(expected.graphRows());
    assertThat(batch.isSoft()).isFalse();
    for (int p = 0; p < batch.size(); p++) {
      assertThat(batch.label(p)).as(as).isEqualTo(expected.label(p));
    }
    assertThat(entries(batch.affinity())).as(as).isEqualTo(entries(expected.affinity()));
  }

  private static List<List<Number>> entries(AffinityBlock affinity) {
    List<List<Number>> entries = new ArrayList<>();
    for (int e = 0; e < affinity.size(); e++) {
      entries.add(List.of(affinity.from(e), affinity.to(e), affinity.weight(e)));
    }
    return entries;
  }

  private static void assertSameRows(FloatMatrix read, FloatMatrix expected, String as) {
    float[] row = new float[COLUMNS];
    float[] expectedRow = new float[COLUMNS];
    for (int i = 0; i < expected.rows(); i++) {
      read.copyRow(i, row);
      expected.copyRow(i, expectedRow);
      assertThat(row).as(as + ", row " + i).isEqualTo(expectedRow);
    }
  }

  @Test
  void theLayoutOfBlocksAloneIsThatOfThePlan() {
    MetaBatchPlan plan = plan(OPTIONS);
    int[] blocks = Planted.runs(GRAPH, BLOCKS).blockOfRows();
    BatchLayout layout = BatchLayout.of(blocks, OPTIONS, SEED);
    assertThat(layout.batchCount()).isEqualTo(plan.batchCount());
    for (int b = 0; b < plan.batchCount(); b++) {
      int[] rows = plan.rows(b);
      assertThat(layout.size(b)).isEqualTo(rows.length);
      for (int i = 0; i < rows.length; i++) {
        assertThat(layout.position(rows[i])).isEqualTo(layout.begin(b) + i);
        assertThat(layout.batchAt(layout.position(rows[i]))).isEqualTo(b);
      }
    }
    assertThatThrownBy(() -> BatchLayout.of(new int[] {0, 2}, OPTIONS, SEED))
        .hasMessageContaining("block 1 must not be empty");
    assertThatThrownBy(() -> BatchLayout.of(blocks, OPTIONS.withSynthesis(Synthesis.DIVERSE), SEED))
        .hasMessageContaining("choose random");
  }

  @Test
  void aStepReadsItsTwoMetaBatchesAndWhatIsKeptIsNotReadAgain() {
    MetaBatchPlan plan = plan(OPTIONS);
    StoreWriter.write(plan, features, folder.resolve("store"));
    Counting files = new Counting(StoreFiles.in(folder.resolve("store")));
    try (MetaBatchStore store = MetaBatchStore.open(files, 0)) {
      files.reads = 0;
      store.epoch(0).step(0);
      assertThat(files.reads).isEqualTo(2);
      store.epoch(0).step(0);
      assertThat(files.reads).isEqualTo(4);
    }
    try (MetaBatchStore store = MetaBatchStore.open(files, Long.MAX_VALUE)) {
      files.reads = 0;
      for (int e = 0; e < 3; e++) {
        for (int s = 0; s < store.batchCount(); s++) {
          store.epoch(e).step(s);
        }
      }
      assertThat(files.reads).isEqualTo(store.batchCount());
    }
  }

  private static final class Counting implements StoreFiles {
    private final StoreFiles files;
    private int reads;

    Counting(StoreFiles files) {
      this.files = files;
    }

    @Override
    public void read(String name, long position, byte[] into) throws IOException {
      reads++;
      files.read(name, position, into);
    }

    @Override
    public long length(String name) throws IOException {
      return files.length(name);
    }

    @Override
    public String place(String name) {
      return files.place(name);
    }
  }

  @Test
  void whatIsMissingOrDamagedIsSaid() throws IOException {
    stored(plan(OPTIONS), 0).close();
    Path store = folder.resolve("store");
    change(store.resolve("labeled.bin"), 20);
    assertThatThrownBy(() -> MetaBatchStore.open(StoreFiles.in(store), 0))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("labeled.bin is damaged");

    MetaBatchStore opened = stored(plan(OPTIONS), 0);
    change(store.resolve("part-00000.bin"), 100);
    assertThatThrownBy(
            () -> {
              for (int s = 0; s < opened.batchCount(); s++) {
                opened.epoch(0).step(s);
              }
            })
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("part-00000.bin is damaged");
    Files.delete(store.resolve("part-00000.bin"));
    assertThatThrownBy(() -> opened.epoch(0).step(0))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot read meta-batch")
        .hasMessageContaining("part-00000.bin");
    opened.close();

    Files.delete(store.resolve("store.json"));
    assertThatThrownBy(() -> MetaBatchStore.open(StoreFiles.in(store), 0))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot read " + store.resolve("store.json"));
  }

  private static void change(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void whatAStoreCannotDoIsRefusedBeforeAnythingIsWritten() {
    assertRefused(plan(OPTIONS.withCompanions(Companions.BLOCKS)), "companions batch or none");
    assertRefused(plan(OPTIONS.withResynthesize(true)), "leave resynthesize out");
    float[][] halves = new float[ROWS][];
    halves[0] = new float[] {0.5f, 0.5f};
    Labels soft = Labels.soft(halves, List.of("a", "b"));
    assertRefused(
        MetaBatchPlan.of(GRAPH, Planted.runs(GRAPH, BLOCKS), soft, OPTIONS, SEED),
        "train with the rows in memory");
    assertThat(folder.resolve("store")).doesNotExist();
  }

  private void assertRefused(MetaBatchPlan plan, String wayOut) {
    assertThatThrownBy(() -> StoreWriter.write(plan, features, folder.resolve("store")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(wayOut);
  }
}
