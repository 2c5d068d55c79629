package io.kith.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kith.Candidates;
import io.kith.Kith;
import io.kith.Method;
import io.kith.Preparation;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.Tuning;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.data.Split;
import io.kith.engine.Compute;
import io.kith.engine.Device;
import io.kith.engine.Precision;
import io.kith.objective.Normalization;
import io.kith.partition.PartitionMethod;
import io.kith.report.TuningSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether graph batches are what helps: the supervised network, and the graph term over random
 * batches, over partitions used as batches and over meta-batches, with and without labelled refill.
 *
 * <p>{@code MethodOrder CORPUS [seeds=3] [budget=4] [device=cuda] [NAME=VALUE…]}: any option of a
 * run by its dotted name, such as {@code training.epochs=12} or {@code network.hidden=[512,512]}.
 *
 * <p>Every method chooses its weights and learning rate on the validation rows, within the same
 * budget, on a seed of its own; test rows are seen once for each of the other seeds.
 */
public final class MethodOrder {
  private static final long TUNING_SEED = 1000;
  private static final double[] FACTORS = {1, 3, 1.0 / 3};

  private MethodOrder() {}

  public static void main(String[] args) {
    int seeds = 3;
    double budget = 4;
    Compute compute = Compute.CPU;
    ObjectNode tree = (ObjectNode) Json.tree(fivePercent());
    for (String arg : Arrays.asList(args).subList(1, args.length)) {
      String[] pair = arg.split("=", 2);
      switch (pair[0]) {
        case "seeds" -> seeds = Integer.parseInt(pair[1]);
        case "budget" -> budget = Double.parseDouble(pair[1]);
        case "device" -> compute = new Compute(Device.parse(pair[1]), Precision.TF32);
        default -> set(tree, pair[0], pair[1]);
      }
    }
    RunOptions base = Json.as(tree, RunOptions.class, "the command line");
    try (Parallel parallel = Parallel.ofMachine()) {
      SpeechRows speech = SpeechRows.read(Path.of(args[0]), parallel);
      compare(speech, base, seeds, budget, RunContext.silent(parallel).withCompute(compute));
    }
  }

  private static RunOptions fivePercent() {
    RunOptions defaults = RunOptions.defaults();
    return defaults.withSplit(defaults.split().withLabelRatio(0.05));
  }

  /** Sets an option by its dotted name; a value that is no JSON is a text. */
  static void set(ObjectNode tree, String name, String value) {
    int dot = name.lastIndexOf('.');
    ObjectNode parent =
        dot < 0 ? tree : (ObjectNode) tree.at("/" + name.substring(0, dot).replace('.', '/'));
    JsonNode parsed = Json.parse("{\"value\":" + value + "}").path("value");
    parent.set(name.substring(dot + 1), parsed.isMissingNode() ? Json.tree(value) : parsed);
  }

  private static void compare(
      SpeechRows speech, RunOptions base, int seeds, double budget, RunContext context) {
    Split split = speech.split();
    System.out.printf(
        Locale.ROOT,
        "%,d training rows, %.0f %% labelled, %d epochs, %s, budget %.0f, %d seeds%n%n",
        split.train().length,
        100 * base.split().labelRatio(),
        base.training().epochs(),
        base.network().hidden(),
        budget,
        seeds);
    System.out.println("| method | test accuracy, mean | each seed | chosen |");
    System.out.println("|---|---|---|---|");
    try (Preparation rows = new Preparation(speech.table(), split, context.parallel())) {
      methods(base, split)
          .forEach((name, candidates) -> measure(name, candidates, rows, seeds, budget, context));
    }
  }

  private static void measure(
      String name,
      List<RunOptions> candidates,
      Preparation rows,
      int seeds,
      double budget,
      RunContext context) {
    List<RunOptions> apart = candidates.stream().map(o -> o.withSeed(TUNING_SEED)).toList();
    Tuning tuning = Tuning.of(rows, apart, budget, context);
    double[] accuracy = new double[seeds];
    for (int s = 0; s < seeds; s++) {
      Trained trained = Kith.run(rows, tuning.best().withSeed(s + 1), context);
      accuracy[s] = 100 * trained.run().test().accuracy();
      trained.model().close();
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f %% | %s | %s |%n",
        name,
        Arrays.stream(accuracy).average().orElse(0),
        String.join(
            ", ",
            Arrays.stream(accuracy).mapToObj(a -> String.format(Locale.ROOT, "%.2f", a)).toList()),
        tuning.summary().trials().stream()
            .filter(TuningSummary.Trial::chosen)
            .map(TuningSummary.Trial::options)
            .findFirst()
            .orElseThrow());
  }

  private static Map<String, List<RunOptions>> methods(RunOptions base, Split split) {
    int batch = base.batch().forRows(split.train().length).batchSize();
    RunOptions plain =
        base.withBatch(base.batch().withLabeledPerStep(0))
            .withObjective(
                base.objective()
                    .withNormalization(Normalization.ROWS)
                    .withGraphWeight(base.objective().graphWeight() * base.split().labelRatio()));
    Map<String, List<RunOptions>> methods = new LinkedHashMap<>();
    methods.put("supervised", Candidates.supervised(base));
    methods.put(
        "random batches",
        weights(base.withPartition(base.partition().withPartitioner(PartitionMethod.RANDOM))));
    methods.put(
        "partitions as batches",
        weights(base.withPartition(base.partition().withBlockSize(batch))));
    methods.put("meta-batches", weights(base));
    methods.put("meta-batches without refill", weights(plain));
    return methods;
  }

  /** γ and the learning rate; the supervised baseline has its learning rate and dropout. */
  private static List<RunOptions> weights(RunOptions base) {
    List<RunOptions> candidates = new ArrayList<>();
    for (double rate : FACTORS) {
      for (double factor : FACTORS) {
        candidates.add(
            base.withMethod(Method.GRAPH)
                .withObjective(
                    base.objective().withGraphWeight(factor * base.objective().graphWeight()))
                .withTraining(
                    base.training().withLearningRate(rate * base.training().learningRate())));
      }
    }
    return candidates;
  }
}
