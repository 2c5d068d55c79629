package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.Companions;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.Synthesis;
import io.kith.data.Labels;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.AffinityKernel;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.GraphOptions;
import io.kith.graph.Neighbors;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import io.kith.partition.RandomPartitioner;
import io.kith.speech.Corpus;
import io.kith.speech.Frames;
import io.kith.speech.FramesOptions;
import io.kith.speech.Part;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingOptions;
import io.kith.train.Validation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What each way to make batches does to test accuracy: the same graph, blocks, labels, network and
 * number of steps, several seeds.
 */
public final class BatchAblation {
  private static final int BATCH = 1024;
  private static final int BLOCK = 26;

  private BatchAblation() {}

  public static void main(String[] args) {
    double ratio = Double.parseDouble(args[1]);
    int epochs = Integer.parseInt(args[2]);
    int seeds = Integer.parseInt(args[3]);
    try (Parallel parallel = Parallel.ofMachine()) {
      Frames frames =
          Frames.read(
              Corpus.read(Path.of(args[0])), FramesOptions.defaults(), parallel, Progress.NONE);
      int[] train = frames.rows(Part.TRAIN);
      int[] test = frames.rows(Part.TEST);
      FloatMatrix all = frames.dataset().features();
      Standardizer standardizer = Standardizer.fit(all, train, parallel);
      FloatMatrix rows = all.gather(train, parallel);
      FloatMatrix held = all.gather(test, parallel);
      standardizer.applyInPlace(rows, parallel);
      standardizer.applyInPlace(held, parallel);
      Labels truth = frames.dataset().labels();
      Neighbors neighbors =
          new ExactNeighborSearch()
              .search(rows, GraphOptions.defaults().neighbors(), parallel, Progress.NONE);
      AffinityKernel kernel = GraphOptions.defaults().kernelFor(neighbors);
      AffinityGraph graph =
          AffinityGraph.of(neighbors, kernel, GraphOptions.defaults().symmetrization());
      Setting setting =
          new Setting(rows, graph, truth.gather(train), held, truth.gather(test), ratio, epochs);
      System.out.printf(
          Locale.ROOT,
          "%,d training rows, %.0f %% labelled, %d epochs, %d seeds, %,d test rows%n%n",
          train.length,
          100 * ratio,
          epochs,
          seeds,
          test.length);
      System.out.println("| batches | test accuracy, mean of seeds | each |");
      System.out.println("|---|---|---|");
      variants()
          .forEach(
              (name, options) -> {
                double[] accuracy = new double[seeds];
                for (int s = 0; s < seeds; s++) {
                  accuracy[s] = 100 * setting.accuracy(name, options, new Seed(s + 1), parallel);
                }
                System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f %% | %s |%n",
                    name,
                    Arrays.stream(accuracy).average().orElse(0),
                    Arrays.stream(accuracy)
                        .mapToObj(a -> String.format(Locale.ROOT, "%.2f", a))
                        .toList());
              });
    }
  }

  private static Map<String, BatchOptions> variants() {
    BatchOptions paper = BatchOptions.defaults();
    Map<String, BatchOptions> variants = new LinkedHashMap<>();
    variants.put("random rows", paper);
    variants.put("meta-batches alone", paper.withCompanions(Companions.NONE));
    variants.put("with a neighbour batch (the paper's)", paper);
    BatchOptions blocks = paper.withCompanions(Companions.BLOCKS);
    variants.put("with neighbour blocks", blocks);
    variants.put("diverse", paper.withSynthesis(Synthesis.DIVERSE));
    variants.put("gathered anew every epoch", paper.withResynthesize(true));
    variants.put("unbiased, neighbour batch", paper.withUnbiased(true));
    variants.put("unbiased, neighbour blocks", blocks.withUnbiased(true));
    variants.put(
        "neighbour blocks, diverse, anew",
        blocks.withSynthesis(Synthesis.DIVERSE).withResynthesize(true));
    return variants;
  }

  private record Setting(
      FloatMatrix rows,
      AffinityGraph graph,
      Labels truth,
      FloatMatrix held,
      Labels heldTruth,
      double ratio,
      int epochs) {

    double accuracy(String name, BatchOptions options, Seed seed, Parallel parallel) {
      int[] labeled = truth.labeledRows();
      seed.derive("labels").shuffle(labeled);
      Labels visible =
          truth.keepOnly(Arrays.copyOf(labeled, (int) Math.round(ratio * labeled.length)));
      int blocks = graph.size() / BLOCK;
      Partition partition =
          name.equals("random rows")
              ? new RandomPartitioner()
                  .partition(graph, blocks, 0.05, seed, parallel, Progress.NONE)
              : new MultilevelPartitioner()
                  .partition(graph, blocks, 0.05, seed, parallel, Progress.NONE);
      MetaBatchPlan plan =
          MetaBatchPlan.of(
              graph, partition, visible, options.withBatchSize(BATCH), seed.derive("batch"));
      NetworkOptions shape = new NetworkOptions(List.of(256, 256), 0.2);
      DenseNetwork network =
          new DenseNetwork(rows.columns(), shape, truth.classCount(), seed.derive("network"));
      Validation none = new Validation(held.slice(0, 0), heldTruth.gather(new int[0]));
      try (network;
          AdaGrad optimizer = new AdaGrad(network.parameters().columns())) {
        EntropicGraphObjective objective =
            new EntropicGraphObjective(ObjectiveOptions.defaults().withGraphWeight(0.05));
        TrainingOptions training =
            TrainingOptions.defaults().withEpochs(epochs).withLearningRate(0.003);
        new Trainer(training, seed.derive("train"), parallel)
            .train(
                new Task(network, optimizer, objective, rows, plan, none),
                summary -> {},
                Progress.NONE);
        return new Validation(held, heldTruth).evaluate(network, parallel).accuracy();
      }
    }
  }
}
