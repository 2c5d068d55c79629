package io.kith.spark.train;

import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.base.Seed;
import io.kith.train.Sync;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingOptions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.JavaSparkStatusTracker;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;
import scala.reflect.ClassTag$;

/**
 * Trains in a barrier stage: k tasks at once, each of which is one of k synchronous workers.
 *
 * <pre>
 *  driver              task of rank 0                                  task of rank r
 *    │ k slots? ──────► newest checkpoint, a store for notes             │
 *    │                  ├────── allGather: hosts, port, checkpoint ──────┤
 *    │                  Trainer ─── Gloo: gradients, losses, verdicts ─ Trainer
 *    │                  └ checkpoints ► any Hadoop path
 *    ◄─ parameters, history ┘
 * </pre>
 *
 * <p>When a task fails, Spark tries the whole stage again (as often as {@code
 * spark.stage.maxConsecutiveAttempts} says) and training goes on from the newest checkpoint.
 */
public final class BarrierTraining {
  private static final String NAME = "kith training";
  private static final String PROPERTY = "kith.training";
  private static final String CALL_SITE = "callSite.short"; // what Spark's pages call the stage
  private static final long LISTENER_SECONDS = 10;
  private static final long PAUSE_MS = 100;

  private final JavaSparkContext spark;
  private final BarrierOptions how;

  public BarrierTraining(JavaSparkContext spark, BarrierOptions how) {
    this.spark = spark;
    this.how = how;
  }

  /** Trains the task's learner as a trainer with the same options and seed would, on threads. */
  public BarrierResult train(WorkerTask task, TrainingOptions options, Seed seed) {
    requireWorkers(options);
    String fingerprint =
        new Fingerprint().add(how.fingerprint()).add(Json.text(options)).add(seed.value()).text();
    String checkpoints = how.checkpointFolder().map(f -> f + "/" + fingerprint).orElse("");
    if (!checkpoints.isEmpty()) {
      folder(checkpoints).create();
    }
    RankTraining rank =
        new RankTraining(
            task,
            options,
            seed,
            how,
            checkpoints,
            fingerprint,
            new SerializableConfiguration(spark.hadoopConfiguration()));
    BarrierResult result = result(run(rank, options.workers().count()));
    if (!checkpoints.isEmpty()) {
      folder(checkpoints).delete();
    }
    return result;
  }

  /** Refuses workers that could never train; better before what they need is made ready. */
  public void requireWorkers(TrainingOptions options) {
    requireSynchronous(options);
    requireSlots(options.workers().count());
  }

  private CheckpointFolder folder(String checkpoints) {
    return new CheckpointFolder(checkpoints, spark.hadoopConfiguration());
  }

  private static void requireSynchronous(TrainingOptions options) {
    if (options.workers().sync() != Sync.SYNCHRONOUS) {
      throw new BadInputException(
          "workers on Spark are synchronous, but "
              + options.workers().sync()
              + " was asked for: leave it at synchronous.");
    }
  }

  /** Spark would wait for slots that never come; executors may still be on their way, though. */
  private void requireSlots(int workers) {
    if (spark.getConf().getBoolean("spark.dynamicAllocation.enabled", false)) {
      throw new BadInputException(
          "Spark has no barrier stages with dynamic allocation: set"
              + " spark.dynamicAllocation.enabled to false and ask for "
              + workers
              + " executors or cores.");
    }
    long deadline = System.nanoTime() + (long) (1e9 * how.slotSeconds());
    while (slots() < workers) {
      if (spark.isLocal() || System.nanoTime() > deadline) {
        throw new BadInputException(
            String.format(
                "%d workers train at the same time, but Spark has %d slots%s: give it more"
                    + " executors or cores, or set workers to %d.",
                workers,
                slots(),
                spark.isLocal() ? "" : String.format(" after %.0f s", how.slotSeconds()),
                Math.max(1, slots())));
      }
      pause();
    }
  }

  private int slots() {
    return spark
        .sc()
        .maxNumConcurrentTasks(spark.sc().resourceProfileManager().defaultResourceProfile());
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TrainingFailedException("interrupted while waiting for Spark.", e);
    }
  }

  /** Submits the stage under a name of its own, and sees it through. */
  private List<RankOutcome> run(RankTraining rank, int workers) {
    StageWatch watch = new StageWatch(PROPERTY, UUID.randomUUID().toString());
    spark.sc().addSparkListener(watch);
    try {
      return await(submit(rank, workers, watch), watch, workers);
    } finally {
      spark.sc().removeSparkListener(watch);
    }
  }

  /**
   * Spark tries a barrier stage again only where a shuffle follows: hence the one to a single
   * partition.
   */
  private JavaFutureAction<List<RankOutcome>> submit(
      RankTraining rank, int workers, StageWatch watch) {
    Map<String, String> properties =
        Map.of(PROPERTY, watch.value(), "spark.job.interruptOnCancel", "true", CALL_SITE, NAME);
    Map<String, String> before = new HashMap<>();
    properties.forEach((name, value) -> before.put(name, spark.getLocalProperty(name)));
    properties.forEach(spark::setLocalProperty);
    try {
      return spark
          .parallelize(IntStream.range(0, workers).boxed().toList(), workers)
          .rdd()
          .barrier()
          .mapPartitions(rank, false, ClassTag$.MODULE$.apply(RankOutcome.class))
          .toJavaRDD()
          .mapToPair(outcome -> new Tuple2<>(0, outcome))
          .partitionBy(new HashPartitioner(1))
          .values()
          .collectAsync();
    } finally {
      before.forEach(spark::setLocalProperty);
    }
  }

  private List<RankOutcome> await(
      JavaFutureAction<List<RankOutcome>> job, StageWatch watch, int workers) {
    try {
      while (true) {
        try {
          return job.get(PAUSE_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          requireStart(job, watch, workers);
        }
      }
    } catch (ExecutionException e) {
      watch.awaitEnd(LISTENER_SECONDS);
      throw failed(watch, workers, e.getCause());
    } catch (InterruptedException e) {
      job.cancel(true);
      Thread.currentThread().interrupt();
      throw new TrainingFailedException("interrupted while workers were training on Spark.", e);
    }
  }

  /** The first attempt, or another after executors were lost, needs all slots at once. */
  private void requireStart(
      JavaFutureAction<List<RankOutcome>> job, StageWatch watch, int workers) {
    if (watch.idleSeconds() > 0 && isAnothersTurn(watch)) {
      watch.waitAnew();
    }
    if (watch.idleSeconds() <= how.slotSeconds()) {
      return;
    }
    job.cancel(true);
    throw new TrainingFailedException(
        String.format(
            "Spark has not started %d workers at once within %.0f s; it has %d slots, some of which"
                + " other jobs may hold%s.",
            workers,
            how.slotSeconds(),
            slots(),
            watch.firstCause().map(cause -> " (an attempt before: " + cause + ")").orElse("")));
  }

  /**
   * Whether another fit of this application trains, or was there first: it will end in its time,
   * and this one waits for its turn.
   */
  private boolean isAnothersTurn(StageWatch watch) {
    JavaSparkStatusTracker tracker = spark.statusTracker();
    return Arrays.stream(tracker.getActiveStageIds())
        .filter(id -> !watch.isMine(id))
        .mapToObj(tracker::getStageInfo)
        .filter(stage -> stage != null && stage.name().equals(NAME))
        .anyMatch(stage -> stage.numActiveTasks() > 0 || watch.isBeforeMine(stage.stageId()));
  }

  private static TrainingFailedException failed(StageWatch watch, int workers, Throwable thrown) {
    String cause = watch.firstCause().orElse(String.valueOf(thrown.getMessage()));
    return new TrainingFailedException(
        String.format(
            "training with %d workers on Spark failed, attempts: %d"
                + " (spark.stage.maxConsecutiveAttempts allows no more); the first cause: %s",
            workers, Math.max(1, watch.failedAttempts()), cause),
        thrown);
  }

  private static BarrierResult result(List<RankOutcome> ranks) {
    for (RankOutcome rank : ranks) {
      if (rank.isBadInput()) {
        throw new BadInputException(rank.refusal());
      }
    }
    for (RankOutcome rank : ranks) {
      if (!rank.refusal().isEmpty()) {
        throw new TrainingFailedException(rank.refusal());
      }
      if (rank.rank() == 0) {
        return new BarrierResult(
            rank.parameters(),
            Json.as(Json.parse(rank.history()), TrainingHistory.class, "the history of rank 0"));
      }
    }
    throw new IllegalStateException("rank 0 has brought nothing back");
  }
}
