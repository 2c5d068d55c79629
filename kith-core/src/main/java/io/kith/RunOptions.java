package io.kith;

import io.kith.batch.BatchOptions;
import io.kith.data.ReadOptions;
import io.kith.data.SplitOptions;
import io.kith.graph.GraphOptions;
import io.kith.learner.NetworkOptions;
import io.kith.learner.OptimizerOptions;
import io.kith.learner.Rule;
import io.kith.objective.Normalization;
import io.kith.objective.ObjectiveOptions;
import io.kith.partition.PartitionOptions;
import io.kith.train.Schedule;
import io.kith.train.SelfTrainingOptions;
import io.kith.train.TrainingOptions;

/**
 * Every option of a run, one group for each stage. As JSON, it is what {@code --options} reads and
 * what a run records.
 *
 * @param seed the origin of all randomness of the run
 */
public record RunOptions(
    long seed,
    Method method,
    ReadOptions data,
    SplitOptions split,
    GraphOptions graph,
    PartitionOptions partition,
    BatchOptions batch,
    ObjectiveOptions objective,
    NetworkOptions network,
    OptimizerOptions optimizer,
    TrainingOptions training,
    SelfTrainingOptions selfTraining) {

  public static RunOptions defaults() {
    return new RunOptions(
        1,
        Method.AUTO,
        ReadOptions.defaults(),
        SplitOptions.defaults(),
        GraphOptions.defaults(),
        PartitionOptions.defaults(),
        BatchOptions.defaults(),
        ObjectiveOptions.defaults(),
        NetworkOptions.defaults(),
        OptimizerOptions.defaults(),
        TrainingOptions.defaults(),
        SelfTrainingOptions.defaults());
  }

  /**
   * The paper's recipe: its network, its objective divided by rows, its learning rate, no refill.
   */
  public static RunOptions paper() {
    return defaults()
        .withMethod(Method.GRAPH)
        .withBatch(BatchOptions.defaults().withBatchSize(1024).withLabeledPerStep(0))
        .withObjective(
            ObjectiveOptions.defaults()
                .withNormalization(Normalization.ROWS)
                .withGraphWeight(0.01)
                .withEntropyWeight(0.003))
        .withNetwork(NetworkOptions.paper())
        .withOptimizer(OptimizerOptions.defaults().withRule(Rule.ADAGRAD))
        .withTraining(
            TrainingOptions.defaults().withLearningRate(0.001).withSchedule(Schedule.PAPER));
  }

  public RunOptions withSeed(long seed) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withMethod(Method method) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withData(ReadOptions data) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withSplit(SplitOptions split) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withGraph(GraphOptions graph) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withPartition(PartitionOptions partition) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withBatch(BatchOptions batch) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withObjective(ObjectiveOptions objective) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withNetwork(NetworkOptions network) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withOptimizer(OptimizerOptions optimizer) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withTraining(TrainingOptions training) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }

  public RunOptions withSelfTraining(SelfTrainingOptions selfTraining) {
    return new RunOptions(
        seed,
        method,
        data,
        split,
        graph,
        partition,
        batch,
        objective,
        network,
        optimizer,
        training,
        selfTraining);
  }
}
