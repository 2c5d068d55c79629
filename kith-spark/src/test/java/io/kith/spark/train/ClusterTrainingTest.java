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
import io.kith.spark.StandaloneCluster;
import io.kith.spark.train.Mishap.Kind;
import io.kith.spark.train.SmallTask.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers in executors that are processes, some of which do not live to see the end. */
@Tag("slow")
@Timeout(180)
class ClusterTrainingTest {
  private static final int UPDATES = 3 * (STEPS + 1) / 2;

  @TempDir static Path shared;
  private static StandaloneCluster cluster;
  private static JavaSparkContext spark;
  private static Ended threads;

  @TempDir Path folder;

  @BeforeAll
  static void startCluster() throws IOException {
    cluster = new StandaloneCluster(shared, 2);
    spark =
        new JavaSparkContext(
            cluster
                .conf()
                .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .set("spark.executor.heartbeatInterval", "2s")
                .set("spark.network.timeout", "15s")
                .set("spark.network.timeoutInterval", "2s"));
    threads = onThreads(options(2));
  }

  @AfterAll
  static void stopCluster() {
    if (spark != null) {
      spark.stop();
    }
    cluster.close();
  }

  @Test
  void executorsEndWhereThreadsDo() {
    assertEndsAsThreads(new SmallTask(), checkpointed());
  }

  @Test
  void aKilledExecutorIsReplacedAndTrainingGoesOn() throws Exception {
    assertSurvives(new Mishap(Kind.HANGS_DEAF, 1, 12, 1, folder.toString()), "KILL");
  }

  @Test
  void soIsTheOneOfRankZero() throws Exception {
    assertSurvives(new Mishap(Kind.HANGS_DEAF, 0, 12, 1, folder.toString()), "KILL");
  }

  @Test
  void anExecutorThatIsFrozenIsGivenUp() throws Exception {
    assertSurvives(new Mishap(Kind.HANGS_DEAF, 1, 12, 1, folder.toString()), "STOP");
  }

  @Test
  void anExecutorThatIsKilledEveryTimeIsTheCauseThatIsGiven() throws Exception {
    Mishap mishap = new Mishap(Kind.HANGS_DEAF, 1, 3, 100, folder.toString());
    for (int attempt = 0; attempt < 4; attempt++) {
      whenStruck(mishap, attempt, "KILL");
    }
    assertThatThrownBy(() -> train(new SmallTask(mishap), checkpointed()))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("2 workers on Spark failed, attempts: 4")
        .hasMessageContaining("rank 1 on 127.0.0.1");
  }

  @Test
  void moreWorkersThanTheClusterHasSlotsAreRefused() {
    BarrierOptions how = BarrierOptions.defaults().withSlotSeconds(1);
    assertThatThrownBy(
            () -> new BarrierTraining(spark, how).train(new SmallTask(), options(5), SEED))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("5 workers train at the same time, but Spark has 2 slots after 1 s");
  }

  /** Sends a signal to the executor of a rank in the middle of training. */
  private void assertSurvives(Mishap mishap, String signal) throws Exception {
    FutureTask<Integer> sent = whenStruck(mishap, 0, signal);
    assertEndsAsThreads(new SmallTask(mishap), checkpointed());
    assertThat(sent.get()).isZero();
    assertThat(Mishap.stepsOf(0, folder)).isBetween((long) UPDATES, UPDATES + 1L);
  }

  private static void assertEndsAsThreads(SmallTask task, BarrierOptions how) {
    Ended trained = train(task, how);
    assertThat(trained.parameters()).containsExactly(threads.parameters(), within(1e-5f));
    assertThat(trained.history().bestEpoch()).isEqualTo(threads.history().bestEpoch());
  }

  private static Ended train(SmallTask task, BarrierOptions how) {
    return ended(new BarrierTraining(spark, how).train(task, options(2), SEED));
  }

  /** A checkpoint after every update. */
  private BarrierOptions checkpointed() {
    return BarrierOptions.defaults()
        .withTimeoutSeconds(10)
        .withSlotSeconds(90)
        .withCheckpoints(folder.resolve("checkpoints").toUri().toString(), "small")
        .withCheckpointSeconds(1e-9);
  }

  private static FutureTask<Integer> whenStruck(Mishap mishap, int attempt, String signal) {
    FutureTask<Integer> sending =
        new FutureTask<>(
            () -> {
              Path note = mishap.note(attempt);
              while (!Files.exists(note) || Files.size(note) == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
              }
              String process = Files.readString(note);
              return new ProcessBuilder("kill", "-" + signal, process).start().waitFor();
            });
    Thread thread = new Thread(sending, "signal-" + attempt);
    thread.setDaemon(true);
    thread.start();
    return sending;
  }
}
