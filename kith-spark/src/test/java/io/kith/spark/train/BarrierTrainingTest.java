package io.kith.spark.train;

import static io.kith.spark.train.SmallTask.SEED;
import static io.kith.spark.train.SmallTask.STEPS;
import static io.kith.spark.train.SmallTask.ended;
import static io.kith.spark.train.SmallTask.onThreads;
import static io.kith.spark.train.SmallTask.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.spark.train.Mishap.Kind;
import io.kith.spark.train.SmallTask.Ended;
import io.kith.train.EpochSummary;
import io.kith.train.Sync;
import io.kith.train.TrainingHistory;
import io.kith.train.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two workers on Spark are two tasks of this process, which share nothing but Gloo. */
class BarrierTrainingTest {
  private static JavaSparkContext spark;
  private static Ended threads;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkConf conf =
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("kith")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "127.0.0.1")
            .set("spark.driver.bindAddress", "127.0.0.1");
    spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate(conf));
    threads = onThreads(options(2));
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @Test
  void workersOnSparkEndWhereThreadsDoAndSoDoesASecondFit() {
    Ended first = train(new SmallTask(), BarrierOptions.defaults());
    Ended second = train(new SmallTask(), BarrierOptions.defaults());
    assertThat(first.parameters()).containsExactly(threads.parameters(), within(1e-5f));
    assertSame(first.history(), threads.history());
    assertThat(second.parameters()).isEqualTo(first.parameters());
  }

  @Test
  void oneWorkerOnSparkIsOneWorker() {
    Ended alone = onThreads(options(1));
    BarrierResult one =
        new BarrierTraining(spark, BarrierOptions.defaults())
            .train(new SmallTask(), options(1), SEED);
    assertThat(ended(one).parameters()).containsExactly(alone.parameters(), within(1e-5f));
  }

  @Test
  void aTaskThatThrowsIsTriedAgainFromTheLastCheckpoint() throws IOException {
    Mishap mishap = new Mishap(Kind.THROWS, 1, 12, 1, folder.toString());
    Ended trained = train(new SmallTask(mishap), checkpointed());
    assertThat(trained.parameters()).containsExactly(threads.parameters(), within(1e-5f));
    assertThat(mishap.note(0)).exists();
    int updates = 3 * (STEPS + 1) / 2;
    assertThat(Mishap.stepsOf(0, folder)).isEqualTo(updates + 1); // one update twice
    try (Stream<Path> left = Files.list(folder.resolve("checkpoints"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  @Tag("slow")
  void withoutCheckpointsATaskThatThrowsIsTriedFromTheBeginning() throws IOException {
    Mishap mishap = new Mishap(Kind.THROWS, 0, 12, 1, folder.toString());
    Ended trained = train(new SmallTask(mishap), BarrierOptions.defaults());
    assertThat(trained.parameters()).containsExactly(threads.parameters(), within(1e-5f));
    int updates = 3 * (STEPS + 1) / 2;
    assertThat(Mishap.stepsOf(0, folder)).isEqualTo(updates + 12);
  }

  @Test
  void afterAllAttemptsTheFirstCauseIsGiven() {
    Mishap mishap = new Mishap(Kind.THROWS, 1, 2, 100, folder.toString());
    assertThatThrownBy(() -> train(new SmallTask(mishap), checkpointed()))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("2 workers on Spark failed, attempts: 4")
        .hasMessageMatching("(?s).*rank 1 on \\S+ failed: IllegalStateException: mishap 0.*");
  }

  @Test
  void whatNoAttemptCanMendIsTriedOnce() {
    Mishap refuses = new Mishap(Kind.REFUSES, 1, 0, 100, folder.toString());
    assertThatThrownBy(() -> train(new SmallTask(refuses), BarrierOptions.defaults()))
        .isInstanceOf(BadInputException.class)
        .hasMessage("the data cannot be used: mishap 0");
    assertThat(refuses.note(1)).doesNotExist();
  }

  @Test
  void allNoticeThatOneDiverges() {
    Mishap diverges = new Mishap(Kind.DIVERGES, 1, 3, 100, folder.toString());
    assertThatThrownBy(() -> train(new SmallTask(diverges), BarrierOptions.defaults()))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageStartingWith("training diverged at epoch 1, step 5")
        .hasMessageContaining("try a learning rate below");
    assertThat(diverges.note(1)).doesNotExist();
  }

  @Test
  void aStragglerIsGivenUpAndTriedAgain() {
    Mishap mishap = new Mishap(Kind.HANGS, 1, 5, 1, folder.toString());
    Ended trained = train(new SmallTask(mishap), checkpointed().withTimeoutSeconds(2));
    assertThat(trained.parameters()).containsExactly(threads.parameters(), within(1e-5f));
  }

  @Test
  @Tag("slow")
  void aStragglerThatDoesNotListenIsGivenUpToo() {
    Mishap mishap = new Mishap(Kind.HANGS_DEAF, 0, 5, 100, folder.toString());
    assertThatThrownBy(() -> train(new SmallTask(mishap), checkpointed().withTimeoutSeconds(2)))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("rank 0 on 127.0.0.1");
  }

  @Test
  void moreWorkersThanSlotsAreRefusedBeforeAnyoneWaits() {
    assertThatThrownBy(
            () ->
                new BarrierTraining(spark, BarrierOptions.defaults())
                    .train(new SmallTask(), options(3), SEED))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "3 workers train at the same time, but Spark has 2 slots: give it more executors or"
                + " cores, or set workers to 2.");
  }

  @Test
  void slotsThatOthersHoldAreNotWaitedForForEver() throws Exception {
    var holding =
        spark
            .parallelize(List.of(1), 1)
            .map(
                one -> {
                  while (!TaskContext.get().isInterrupted()) {
                    LockSupport.parkNanos(10_000_000);
                  }
                  return one;
                })
            .collectAsync();
    try {
      assertThatThrownBy(() -> train(new SmallTask(), BarrierOptions.defaults().withSlotSeconds(1)))
          .isInstanceOf(TrainingFailedException.class)
          .hasMessageContaining("has not started 2 workers at once within 1 s; it has 2 slots");
    } finally {
      holding.cancel(true);
    }
  }

  @Test
  void fitsBesideEachOtherTakeTurns() throws Exception {
    BarrierOptions impatient = BarrierOptions.defaults().withSlotSeconds(1);
    List<FutureTask<Ended>> fits =
        Stream.generate(() -> new FutureTask<>(() -> train(new SmallTask(), impatient)))
            .limit(2)
            .toList();
    fits.forEach(fit -> new Thread(fit, "fit").start());
    for (FutureTask<Ended> fit : fits) {
      assertThat(fit.get().parameters()).containsExactly(threads.parameters(), within(1e-5f));
    }
  }

  @Test
  void aCheckpointFolderThatCannotBeMadeIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    BarrierOptions how =
        BarrierOptions.defaults().withCheckpoints(file.resolve("in").toUri().toString(), "small");
    assertThatThrownBy(() -> train(new SmallTask(), how))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("cannot write to the checkpoint folder")
        .hasMessageEndingWith("choose another.");
  }

  @Test
  void workersOnSparkAreSynchronous() {
    assertThatThrownBy(
            () ->
                new BarrierTraining(spark, BarrierOptions.defaults())
                    .train(
                        new SmallTask(),
                        options(2)
                            .withWorkers(
                                WorkerOptions.defaults().withCount(2).withSync(Sync.LOCAL)),
                        SEED))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("leave it at synchronous");
  }

  private BarrierOptions checkpointed() {
    return BarrierOptions.defaults()
        .withCheckpoints(folder.resolve("checkpoints").toUri().toString(), "small")
        .withCheckpointSeconds(1e-9);
  }

  private static Ended train(WorkerTask task, BarrierOptions how) {
    return ended(new BarrierTraining(spark, how).train(task, options(2), SEED));
  }

  private static void assertSame(TrainingHistory history, TrainingHistory expected) {
    assertThat(history.bestEpoch()).isEqualTo(expected.bestEpoch());
    assertThat(history.epochs()).hasSameSizeAs(expected.epochs());
    for (int e = 0; e < expected.epochs().size(); e++) {
      EpochSummary known = history.epochs().get(e);
      EpochSummary right = expected.epochs().get(e);
      assertThat(known.loss().total()).isCloseTo(right.loss().total(), within(1e-5));
      assertThat(known.validationAccuracy()).isEqualTo(right.validationAccuracy());
    }
  }
}
