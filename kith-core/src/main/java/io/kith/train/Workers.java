package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.Share;
import io.kith.engine.Compute;
import java.util.List;
import java.util.function.Consumer;

/**
 * Those who compute gradients and change the parameters by them: the only difference between
 * training on one thread, on many and on many machines.
 *
 * <p>The {@link Trainer} asks for one update after the other, on one thread. An update is made
 * whole or not at all: when {@link #update} throws, the task's parameters and optimizer are as they
 * were before. What a worker has to agree on with others in another process is the {@link
 * Exchange}.
 */
public interface Workers extends AutoCloseable {

  /** Starts the workers of a training run. */
  @FunctionalInterface
  interface Start {
    /**
     * @param noise where dropout draws from, by the number of the step
     * @param parallel the threads to compute with; when it is stopped, {@link #update} throws
     */
    Workers start(Task task, TrainingOptions options, Seed noise, Parallel parallel);
  }

  /** One worker on a GPU. */
  static Start gpu(Compute compute) {
    return (task, options, noise, parallel) ->
        new GpuWorker(task, options, noise, parallel, compute);
  }

  /** One worker that uses all threads for its batch. */
  static Workers one(Task task, TrainingOptions options, Seed noise, Parallel parallel) {
    return new OneWorker(task, options.clip(), noise, parallel);
  }

  /** Workers in this process, as many and as the options say. */
  static Workers threads(Task task, TrainingOptions options, Seed noise, Parallel parallel) {
    WorkerOptions how = options.workers();
    return switch (how.sync()) {
      case SYNCHRONOUS ->
          how.count() == 1
              ? one(task, options, noise, parallel)
              : new SynchronousWorkers(task, options, noise, parallel);
      case LOCAL ->
          how.localAfter() == 0
              ? new LocalWorkers(task, options, noise, parallel)
              : new PostLocalWorkers(task, options, noise, parallel);
      case ASYNCHRONOUS, IN_TURN -> new AsynchronousWorkers(task, options, noise, parallel);
    };
  }

  /**
   * This process's worker of k synchronous ones, each in a process of its own.
   *
   * @param rank which of them this one is, from 0
   * @param exchange how it makes the mean of its gradient with the others
   */
  static Start ranked(int rank, Exchange exchange) {
    return (task, options, noise, parallel) ->
        new RankedWorker(rank, exchange, task, options, noise, parallel);
  }

  /** How many steps are taken up for one update at most. */
  int stepsPerUpdate();

  /** Which of them are computed in this process; the others need not be assembled here. */
  default Share share() {
    return Share.ALL;
  }

  /**
   * Changes the task's parameters once.
   *
   * @param steps those left of the epoch; the updates of an epoch take up all of them
   */
  Update update(EpochSteps steps);

  /** Puts parameters and the optimizer's state into the task, where they are kept elsewhere. */
  default void settle() {}

  /**
   * Measures what decides how training goes on. Where workers are in several processes one of them
   * measures, and all hear the same: they never disagree about the best epoch, or the last.
   *
   * @param values zeros, for {@code measure} to fill in
   */
  default void agree(double[] values, Consumer<double[]> measure) {
    measure.accept(values);
  }

  /** Numbers of steps that have been handed out, but are not in the parameters yet. */
  default List<Long> underWay() {
    return List.of();
  }

  /**
   * Whether a run can go on from here exactly, given parameters, optimizer and the steps that are
   * under way.
   */
  default boolean canResumeHere() {
    return true;
  }

  /** What the workers did with their time since they were started. */
  WorkTime time();

  @Override
  void close();
}
