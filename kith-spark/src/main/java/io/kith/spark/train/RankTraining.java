package io.kith.spark.train;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.base.WholeFiles;
import io.kith.engine.FloatMatrix;
import io.kith.objective.LossTerms;
import io.kith.train.CheckpointOptions;
import io.kith.train.EpochSummary;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import io.kith.train.Workers;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.util.SerializableConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * What a task of the barrier stage does: it is one rank, and trains with the others from the newest
 * checkpoint to the end. The trainer is the one that trains on one machine.
 */
final class RankTraining extends AbstractFunction1<Iterator<Integer>, Iterator<RankOutcome>>
    implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final double EXTRA_SILENCE = 1.5; // so that others name a straggler first

  private final WorkerTask task;
  private final String options;
  private final long seed;
  private final long timeoutMillis;
  private final String checkpoints;
  private final double checkpointSeconds;
  private final String fingerprint;
  private final SerializableConfiguration configuration;

  /**
   * @param checkpoints the folder of this run's checkpoints; empty for none
   */
  RankTraining(
      WorkerTask task,
      TrainingOptions options,
      Seed seed,
      BarrierOptions how,
      String checkpoints,
      String fingerprint,
      SerializableConfiguration configuration) {
    this.task = task;
    this.options = Json.text(options);
    this.seed = seed.value();
    this.timeoutMillis = (long) (1000 * how.timeoutSeconds());
    this.checkpoints = checkpoints;
    this.checkpointSeconds = how.checkpointSeconds();
    this.fingerprint = fingerprint;
    this.configuration = configuration;
  }

  @Override
  public Iterator<RankOutcome> apply(Iterator<Integer> nothing) {
    BarrierTaskContext context = BarrierTaskContext.get();
    Parallel threads = new Parallel(context.cpus());
    Duration silence =
        Duration.ofMillis((long) (EXTRA_SILENCE * timeoutMillis)).plus(Rendezvous.INQUIRY);
    RankOutcome outcome =
        new Supervision(context, silence, threads)
            .run(
                watch -> {
                  try (threads) {
                    return meetAndTrain(context, threads, watch);
                  }
                });
    return CollectionConverters.asScala(List.of(outcome).iterator());
  }

  private RankOutcome meetAndTrain(
      BarrierTaskContext context, Parallel threads, Supervision watch) {
    watch.doing("waiting for the other workers to arrive");
    int rank = context.partitionId();
    String newest = rank == 0 && keepsCheckpoints() ? folder().newest().orElse("") : "";
    try (Rendezvous others = Rendezvous.meet(context, newest, timeout())) {
      try {
        return others.telling(() -> train(others, context.stageAttemptNumber(), threads, watch));
      } catch (RuntimeException e) {
        Failure failure = others.failure(e);
        if (!failure.lasting()) {
          throw e;
        }
        return RankOutcome.refused(rank, failure.cause(), e instanceof BadInputException);
      }
    }
  }

  private RankOutcome train(Rendezvous others, int attempt, Parallel threads, Supervision watch) {
    watch.doing("opening its data");
    if (keepsCheckpoints()) {
      folder().requireShared(others.host());
    }
    Path local = temporaryFolder();
    try (WorkerTask.Opened opened = task.open(others.rank(), threads)) {
      watch.doing("waiting for the other workers to open their data");
      others.await(timeout());
      watch.doing("connecting to the other workers");
      Task own = opened.task();
      try (GlooExchange exchange = new GlooExchange(others, own.learner().gradient(), timeout())) {
        TrainingOptions how = Json.as(Json.parse(options), TrainingOptions.class, "options");
        Trainer trainer =
            new Trainer(how, new Seed(seed), threads)
                .withWorkers(Workers.ranked(others.rank(), exchange));
        Diary diary = new Diary(others, attempt, watch);
        Trainer resumed = resumed(trainer, local.resolve("checkpoint.npz"), others.news());
        TrainingHistory history = others.telling(() -> resumed.train(own, diary, Progress.NONE));
        return outcome(others.rank(), own.learner().parameters(), history);
      }
    } finally {
      delete(local);
    }
  }

  private Trainer resumed(Trainer trainer, Path file, String newest) {
    if (!keepsCheckpoints()) {
      return trainer;
    }
    if (!newest.isEmpty()) {
      folder().fetch(newest, file);
    }
    return trainer.withCheckpoints(
        new CheckpointOptions(file, checkpointSeconds, true, fingerprint));
  }

  private static RankOutcome outcome(int rank, FloatMatrix parameters, TrainingHistory history) {
    float[] values = new float[rank == 0 ? parameters.columns() : 0];
    if (rank == 0) {
      parameters.copyRow(0, values);
    }
    return RankOutcome.trained(rank, values, Json.text(history));
  }

  private boolean keepsCheckpoints() {
    return !checkpoints.isEmpty();
  }

  private CheckpointFolder folder() {
    return new CheckpointFolder(checkpoints, configuration.value());
  }

  private Duration timeout() {
    return Duration.ofMillis(timeoutMillis);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("kith-rank");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try {
      WholeFiles.deleteFolder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives signs of life, logs epochs, and brings checkpoints to where all ranks find them. */
  private final class Diary implements TrainingListener {
    private final Logger log = LoggerFactory.getLogger(RankTraining.class);
    private final int rank;
    private final int attempt;
    private final Supervision watch;
    private String newest;

    Diary(Rendezvous others, int attempt, Supervision watch) {
      this.rank = others.rank();
      this.attempt = attempt;
      this.watch = watch;
      this.newest = others.news();
    }

    @Override
    public void epochEnded(EpochSummary summary) {
      watch.doing("ending epoch " + summary.epoch());
      if (rank == 0) {
        log.info("{}", summary);
      }
    }

    @Override
    public void stepEnded(int epoch, int step, LossTerms terms) {
      watch.doing("training, after step " + step + " of epoch " + epoch);
    }

    @Override
    public void checkpointSaved(Path file) {
      newest = folder().add(file, newest, attempt);
      watch.doing("training, after checkpoint " + newest);
    }
  }
}
