package io.kith.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.Method;
import io.kith.OptionTree;
import io.kith.Recipe;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.batch.Companions;
import io.kith.graph.Kernel;
import io.kith.graph.Metric;
import io.kith.graph.Symmetrization;
import io.kith.learner.Activation;
import io.kith.learner.Rule;
import io.kith.objective.Balance;
import io.kith.train.RateScaling;
import io.kith.train.Schedule;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.ml.classification.ProbabilisticClassifier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntArrayParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import scala.Function1;

/**
 * The settings of a {@link KithClassifier} besides Spark's own columns and thresholds, as Spark's
 * params: documented, checked one by one when they are set, and together before rows are read.
 *
 * <p>Each stands for one of the {@link RunOptions}. Those that are not set keep what {@link
 * #options} or the {@link #recipe} says; getters return what will be used.
 */
public abstract class KithClassifierParams
    extends ProbabilisticClassifier<Vector, KithClassifier, KithClassificationModel> {
  private static final long serialVersionUID = 1L;
  private static final OptionTree DEFAULTS = new OptionTree(RunOptions.defaults(), "the defaults");

  private final String uid;
  private final LinkedHashMap<String, String> paths = new LinkedHashMap<>();

  private final Param<String> recipe =
      choice(
          "recipe",
          "",
          "which defaults options start from: kith, or paper for those of the paper; the defaults shown here are those of kith",
          Recipe.values());
  private final Param<String> options =
      text(
          "options",
          "JSON with any other options of a run, as 'kith train --options' reads them; single settings win over it");
  private final Param<String> method =
      choice(
          "method",
          "method",
          "what the network learns from: graph, supervised for labelled rows alone, or auto for the better of the two on the validation rows",
          Method.AUTO,
          Method.GRAPH,
          Method.SUPERVISED);
  private final LongParam seed = whole("seed", "seed", "origin of all randomness");
  private final DoubleParam validationFraction =
      number(
          "validationFraction",
          "split.validation",
          "share of the labelled rows that validate, evenly of all classes; within [0, 1), 0 for none",
          ParamValidators.inRange(0, 1, true, false));
  private final Param<String> validationIndicatorCol =
      text(
          "validationIndicatorCol",
          "boolean column that is true for the rows that validate, instead of a fraction; such rows without a label are left out; \"\" for none");
  private final IntParam neighbors =
      count(
          "neighbors",
          "graph.neighbors",
          "nearest rows that each row is joined with; >= 1",
          ParamValidators.gtEq(1));
  private final Param<String> metric =
      choice(
          "metric",
          "graph.metric",
          "what near means: euclidean, cosine or inner-product",
          Metric.values());
  private final Param<String> kernel =
      choice(
          "kernel",
          "graph.kernel",
          "how distance becomes weight: rbf, rbf-local, rbf-unsquared, cosine or constant",
          Kernel.values());
  private final DoubleParam sigma =
      number(
          "sigma",
          "graph.sigma",
          "width of the kernel; >= 0, 0 for the median neighbour distance",
          ParamValidators.gtEq(0));
  private final Param<String> symmetrization =
      choice(
          "symmetrization",
          "graph.symmetrization",
          "join rows if either chose the other (union), if both did (mutual), or with half the weight if one did (mean)",
          Symmetrization.values());
  private final IntParam blockSize =
      count(
          "blockSize",
          "partition.blockSize",
          "rows of a block of the graph; >= 0, 0 for the rows of a batch divided by the classes",
          ParamValidators.gtEq(0));
  private final IntParam batchSize =
      count(
          "batchSize",
          "batch.batchSize",
          "rows of a meta-batch; >= 0, 0 for 1024, or fewer for few rows",
          ParamValidators.gtEq(0));
  private final Param<String> companions =
      choice(
          "companions",
          "batch.companions",
          "who joins a meta-batch at a step: a neighbouring batch, or none",
          Companions.BATCH,
          Companions.NONE);
  private final IntParam labeledPerStep =
      count(
          "labeledPerStep",
          "batch.labeledPerStep",
          "labelled rows added to every step; >= 0",
          ParamValidators.gtEq(0));
  private final DoubleParam graphWeight =
      number(
          "graphWeight",
          "objective.graphWeight",
          "γ, how much neighbours should agree; >= 0",
          ParamValidators.gtEq(0));
  private final DoubleParam entropyWeight =
      number(
          "entropyWeight",
          "objective.entropyWeight",
          "κ, how much predictions are drawn towards uniform; >= 0",
          ParamValidators.gtEq(0));
  private final DoubleParam penalty =
      number(
          "penalty",
          "objective.penalty",
          "λ, weight of the squared parameters; >= 0",
          ParamValidators.gtEq(0));
  private final DoubleParam labelSmoothing =
      number(
          "labelSmoothing",
          "objective.smoothing",
          "share of a label that is spread evenly over all classes; within [0, 1)",
          ParamValidators.inRange(0, 1, true, false));
  private final Param<String> balance =
      choice(
          "balance",
          "objective.balance",
          "for classes of different size: none, weights of labelled rows, or prior for the entropy term",
          Balance.values());
  private final IntArrayParam hiddenLayers =
      widths(
          "hiddenLayers",
          "network.hidden",
          "widths of the hidden layers; none for a linear classifier");
  private final DoubleParam dropout =
      number(
          "dropout",
          "network.dropout",
          "share of hidden units left out of a step; within [0, 1)",
          ParamValidators.inRange(0, 1, true, false));
  private final Param<String> activation =
      choice(
          "activation",
          "network.activation",
          "what hidden units do with their sums: relu, leaky-relu, elu or tanh",
          Activation.values());
  private final Param<String> optimizer =
      choice("optimizer", "optimizer.rule", "adam, adamw, adagrad or sgd", Rule.values());
  private final IntParam epochs =
      count("epochs", "training.epochs", "passes over the rows; >= 1", ParamValidators.gtEq(1));
  private final IntParam patience =
      count(
          "patience",
          "training.patience",
          "epochs without a better validation accuracy after which training ends; >= 0, 0 for never",
          ParamValidators.gtEq(0));
  private final DoubleParam learningRate =
      number(
          "learningRate",
          "training.learningRate",
          "base of the learning rate; > 0",
          ParamValidators.gt(0));
  private final Param<String> schedule =
      choice(
          "schedule",
          "training.schedule",
          "how the learning rate changes: cosine, constant, step or paper",
          Schedule.values());
  private final DoubleParam warmup =
      number(
          "warmup",
          "training.warmup",
          "epochs over which the learning rate rises from zero; >= 0",
          ParamValidators.gtEq(0));
  private final DoubleParam clip =
      number(
          "clip",
          "training.clip",
          "longest gradient that is followed; >= 0, 0 for any",
          ParamValidators.gtEq(0));
  private final IntParam workers =
      count(
          "workers",
          "training.workers.count",
          "workers that train at once, each on a meta-batch of its own; >= 1",
          ParamValidators.gtEq(1));
  private final Param<String> rateScaling =
      choice(
          "rateScaling",
          "training.workers.rateScaling",
          "what the learning rate is multiplied by for k workers: none, linear for k, or sqrt for its root",
          RateScaling.values());
  private final Param<String> trainOn =
      choice(
          "trainOn",
          "",
          "where rows are searched and trained on: executors, or driver, which collects them and takes every option",
          Place.values());
  private final Param<String> workDir =
      text(
          "workDir",
          "folder on a file system that driver and executors share, for meta-batches while training; \"\" for a temporary one, in local mode");
  private final Param<String> checkpointDir =
      text(
          "checkpointDir",
          "folder that checkpoints are left in, from which an interrupted fit goes on; \"\" for none that outlive the fit");

  KithClassifierParams(StageName name) {
    uid = name.arrived();
    setDefault(recipe, Recipe.KITH.toString());
    setDefault(trainOn, Place.EXECUTORS.toString());
  }

  /** Where training runs. */
  enum Place {
    EXECUTORS("executors"),
    DRIVER("driver");

    private final String text;

    Place(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  @Override
  public String uid() {
    return uid == null ? StageName.announced() : uid;
  }

  /** All settings as the options of a run; fails where they do not suit each other. */
  public final RunOptions runOptions() {
    RunOptions chosen = tree().options();
    if (chosen.graph().isGiven()) {
      throw new BadInputException(
          "a graph from a file cannot be used on Spark, where rows have no fixed numbers: leave"
              + " graph.file out of options.");
    }
    return chosen;
  }

  private OptionTree tree() {
    Recipe start = Recipe.valueOf(getRecipe().toUpperCase(java.util.Locale.ROOT));
    OptionTree tree = new OptionTree(start.options(), "the settings of " + uid());
    tree.set("split.test", 0.0); // Spark's evaluators test
    if (!getOptions().isEmpty()) {
      String where = "the setting options of " + uid();
      tree.merge(Json.parse(getOptions(), where), where);
    }
    for (Map.Entry<String, String> setting : paths.entrySet()) {
      Param<Object> param = getParam(setting.getKey());
      if (isSet(param)) {
        tree.set(setting.getValue(), getOrDefault(param));
      }
    }
    return tree;
  }

  private JsonNode effective(String path) {
    return tree().get(path);
  }

  public final Param<String> recipe() {
    return recipe;
  }

  public final String getRecipe() {
    return getOrDefault(recipe);
  }

  public final Param<String> options() {
    return options;
  }

  public final String getOptions() {
    return getOrDefault(options);
  }

  public final Param<String> method() {
    return method;
  }

  public final String getMethod() {
    return effective("method").asText();
  }

  public final LongParam seed() {
    return seed;
  }

  public final long getSeed() {
    return effective("seed").asLong();
  }

  public final DoubleParam validationFraction() {
    return validationFraction;
  }

  public final double getValidationFraction() {
    return effective("split.validation").asDouble();
  }

  public final Param<String> validationIndicatorCol() {
    return validationIndicatorCol;
  }

  public final String getValidationIndicatorCol() {
    return getOrDefault(validationIndicatorCol);
  }

  public final IntParam neighbors() {
    return neighbors;
  }

  public final int getNeighbors() {
    return effective("graph.neighbors").asInt();
  }

  public final Param<String> metric() {
    return metric;
  }

  public final String getMetric() {
    return effective("graph.metric").asText();
  }

  public final Param<String> kernel() {
    return kernel;
  }

  public final String getKernel() {
    return effective("graph.kernel").asText();
  }

  public final DoubleParam sigma() {
    return sigma;
  }

  public final double getSigma() {
    return effective("graph.sigma").asDouble();
  }

  public final Param<String> symmetrization() {
    return symmetrization;
  }

  public final String getSymmetrization() {
    return effective("graph.symmetrization").asText();
  }

  public final IntParam blockSize() {
    return blockSize;
  }

  public final int getBlockSize() {
    return effective("partition.blockSize").asInt();
  }

  public final IntParam batchSize() {
    return batchSize;
  }

  public final int getBatchSize() {
    return effective("batch.batchSize").asInt();
  }

  public final Param<String> companions() {
    return companions;
  }

  public final String getCompanions() {
    return effective("batch.companions").asText();
  }

  public final IntParam labeledPerStep() {
    return labeledPerStep;
  }

  public final int getLabeledPerStep() {
    return effective("batch.labeledPerStep").asInt();
  }

  public final DoubleParam graphWeight() {
    return graphWeight;
  }

  public final double getGraphWeight() {
    return effective("objective.graphWeight").asDouble();
  }

  public final DoubleParam entropyWeight() {
    return entropyWeight;
  }

  public final double getEntropyWeight() {
    return effective("objective.entropyWeight").asDouble();
  }

  public final DoubleParam penalty() {
    return penalty;
  }

  public final double getPenalty() {
    return effective("objective.penalty").asDouble();
  }

  public final DoubleParam labelSmoothing() {
    return labelSmoothing;
  }

  public final double getLabelSmoothing() {
    return effective("objective.smoothing").asDouble();
  }

  public final Param<String> balance() {
    return balance;
  }

  public final String getBalance() {
    return effective("objective.balance").asText();
  }

  public final IntArrayParam hiddenLayers() {
    return hiddenLayers;
  }

  public final int[] getHiddenLayers() {
    return widths(effective("network.hidden"));
  }

  public final DoubleParam dropout() {
    return dropout;
  }

  public final double getDropout() {
    return effective("network.dropout").asDouble();
  }

  public final Param<String> activation() {
    return activation;
  }

  public final String getActivation() {
    return effective("network.activation").asText();
  }

  public final Param<String> optimizer() {
    return optimizer;
  }

  public final String getOptimizer() {
    return effective("optimizer.rule").asText();
  }

  public final IntParam epochs() {
    return epochs;
  }

  public final int getEpochs() {
    return effective("training.epochs").asInt();
  }

  public final IntParam patience() {
    return patience;
  }

  public final int getPatience() {
    return effective("training.patience").asInt();
  }

  public final DoubleParam learningRate() {
    return learningRate;
  }

  public final double getLearningRate() {
    return effective("training.learningRate").asDouble();
  }

  public final Param<String> schedule() {
    return schedule;
  }

  public final String getSchedule() {
    return effective("training.schedule").asText();
  }

  public final DoubleParam warmup() {
    return warmup;
  }

  public final double getWarmup() {
    return effective("training.warmup").asDouble();
  }

  public final DoubleParam clip() {
    return clip;
  }

  public final double getClip() {
    return effective("training.clip").asDouble();
  }

  public final IntParam workers() {
    return workers;
  }

  public final int getWorkers() {
    return effective("training.workers.count").asInt();
  }

  public final Param<String> rateScaling() {
    return rateScaling;
  }

  public final String getRateScaling() {
    return effective("training.workers.rateScaling").asText();
  }

  public final Param<String> trainOn() {
    return trainOn;
  }

  public final String getTrainOn() {
    return getOrDefault(trainOn);
  }

  public final Param<String> workDir() {
    return workDir;
  }

  public final String getWorkDir() {
    return getOrDefault(workDir);
  }

  public final Param<String> checkpointDir() {
    return checkpointDir;
  }

  public final String getCheckpointDir() {
    return getOrDefault(checkpointDir);
  }

  private Param<String> choice(String name, String path, String doc, Enum<?>... choices) {
    String[] words = Arrays.stream(choices).map(String::valueOf).toArray(String[]::new);
    Param<String> param =
        new Param<>(this, name, doc, ParamValidators.<String>inArray((Object) words));
    if (!path.isEmpty()) {
      setDefault(param, defaultAt(name, path).asText());
    }
    return param;
  }

  private Param<String> text(String name, String doc) {
    Param<String> param = new Param<>(this, name, doc);
    setDefault(param, "");
    return param;
  }

  private LongParam whole(String name, String path, String doc) {
    LongParam param = new LongParam(this, name, doc);
    setDefault(param, defaultAt(name, path).asLong());
    return param;
  }

  private IntParam count(String name, String path, String doc, Function1<Object, Object> check) {
    IntParam param = new IntParam(this, name, doc, check);
    setDefault(param, defaultAt(name, path).asInt());
    return param;
  }

  private DoubleParam number(
      String name, String path, String doc, Function1<Object, Object> check) {
    DoubleParam param = new DoubleParam(this, name, doc, check);
    setDefault(param, defaultAt(name, path).asDouble());
    return param;
  }

  private IntArrayParam widths(String name, String path, String doc) {
    IntArrayParam param = new IntArrayParam(this, name, doc);
    setDefault(param, widths(defaultAt(name, path)));
    return param;
  }

  /** The default of an option, which from now on is set by the param of that name. */
  private JsonNode defaultAt(String name, String path) {
    paths.put(name, path);
    return DEFAULTS.get(path);
  }

  private static int[] widths(JsonNode node) {
    int[] widths = new int[node.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = node.get(i).asInt();
    }
    return widths;
  }
}
