package io.kith.spark;

import io.kith.RunOptions;
import io.kith.learner.Model;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Learns a classifier from a few labelled rows and many unlabelled ones, as an estimator of Spark
 * ML.
 *
 * <pre>{@code
 * KithClassificationModel model = new KithClassifier().setLabelCol("label").fit(rows);
 * Dataset<Row> predicted = model.transform(others);
 * }</pre>
 *
 * <p>The label is a class index 0, 1, 2, … as everywhere in Spark ML; null or NaN marks a row
 * without one. Strings become indices by Spark's {@code StringIndexer} with {@code
 * setHandleInvalid("keep")}: its class {@value TrainingColumns#UNKNOWN}, which stands for null, is
 * taken for "no label". Features are a vector column without gaps.
 */
public final class KithClassifier extends KithClassifierParams implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  public KithClassifier() {
    this(Identifiable$.MODULE$.randomUID("kith"));
  }

  public KithClassifier(String uid) {
    super(StageName.announce(uid));
  }

  /** Reads the settings that {@link #write} stored. */
  public static MLReader<KithClassifier> read() {
    return new DefaultParamsReader<>();
  }

  public static KithClassifier load(String path) {
    return read().load(path);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    runOptions();
    StructType transformed = super.transformSchema(schema);
    if (!getValidationIndicatorCol().isEmpty()) {
      TrainingColumns.requireBoolean(schema, getValidationIndicatorCol());
    }
    return transformed;
  }

  @Override
  public KithClassificationModel train(Dataset<?> dataset) {
    RunOptions options = runOptions();
    TrainingColumns columns =
        TrainingColumns.of(
            dataset.schema(), getFeaturesCol(), getLabelCol(), getValidationIndicatorCol());
    try (TrainingSet rows = TrainingSet.read(dataset, columns, options)) {
      Model model = training(dataset).train(rows, options);
      return new KithClassificationModel(uid(), new PackedModel(model));
    }
  }

  private Training training(Dataset<?> dataset) {
    return getTrainOn().equals(Place.DRIVER.toString())
        ? Training.onDriver(getCheckpointDir())
        : Training.onExecutors(
            JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext()),
            getWorkDir(),
            getCheckpointDir());
  }

  @Override
  public KithClassifier copy(ParamMap extra) {
    return (KithClassifier) defaultCopy(extra);
  }

  /** Sets {@link #recipe}. */
  public KithClassifier setRecipe(String value) {
    set(recipe(), value);
    return this;
  }

  /** Sets {@link #options}. */
  public KithClassifier setOptions(String value) {
    set(options(), value);
    return this;
  }

  /** Sets {@link #method}. */
  public KithClassifier setMethod(String value) {
    set(method(), value);
    return this;
  }

  /** Sets {@link #seed}. */
  public KithClassifier setSeed(long value) {
    set(seed(), value);
    return this;
  }

  /** Sets {@link #validationFraction}. */
  public KithClassifier setValidationFraction(double value) {
    set(validationFraction(), value);
    return this;
  }

  /** Sets {@link #validationIndicatorCol}. */
  public KithClassifier setValidationIndicatorCol(String value) {
    set(validationIndicatorCol(), value);
    return this;
  }

  /** Sets {@link #neighbors}. */
  public KithClassifier setNeighbors(int value) {
    set(neighbors(), value);
    return this;
  }

  /** Sets {@link #metric}. */
  public KithClassifier setMetric(String value) {
    set(metric(), value);
    return this;
  }

  /** Sets {@link #kernel}. */
  public KithClassifier setKernel(String value) {
    set(kernel(), value);
    return this;
  }

  /** Sets {@link #sigma}. */
  public KithClassifier setSigma(double value) {
    set(sigma(), value);
    return this;
  }

  /** Sets {@link #symmetrization}. */
  public KithClassifier setSymmetrization(String value) {
    set(symmetrization(), value);
    return this;
  }

  /** Sets {@link #blockSize}. */
  public KithClassifier setBlockSize(int value) {
    set(blockSize(), value);
    return this;
  }

  /** Sets {@link #batchSize}. */
  public KithClassifier setBatchSize(int value) {
    set(batchSize(), value);
    return this;
  }

  /** Sets {@link #companions}. */
  public KithClassifier setCompanions(String value) {
    set(companions(), value);
    return this;
  }

  /** Sets {@link #labeledPerStep}. */
  public KithClassifier setLabeledPerStep(int value) {
    set(labeledPerStep(), value);
    return this;
  }

  /** Sets {@link #graphWeight}. */
  public KithClassifier setGraphWeight(double value) {
    set(graphWeight(), value);
    return this;
  }

  /** Sets {@link #entropyWeight}. */
  public KithClassifier setEntropyWeight(double value) {
    set(entropyWeight(), value);
    return this;
  }

  /** Sets {@link #penalty}. */
  public KithClassifier setPenalty(double value) {
    set(penalty(), value);
    return this;
  }

  /** Sets {@link #labelSmoothing}. */
  public KithClassifier setLabelSmoothing(double value) {
    set(labelSmoothing(), value);
    return this;
  }

  /** Sets {@link #balance}. */
  public KithClassifier setBalance(String value) {
    set(balance(), value);
    return this;
  }

  /** Sets {@link #hiddenLayers}. */
  public KithClassifier setHiddenLayers(int[] value) {
    set(hiddenLayers(), value);
    return this;
  }

  /** Sets {@link #dropout}. */
  public KithClassifier setDropout(double value) {
    set(dropout(), value);
    return this;
  }

  /** Sets {@link #activation}. */
  public KithClassifier setActivation(String value) {
    set(activation(), value);
    return this;
  }

  /** Sets {@link #optimizer}. */
  public KithClassifier setOptimizer(String value) {
    set(optimizer(), value);
    return this;
  }

  /** Sets {@link #epochs}. */
  public KithClassifier setEpochs(int value) {
    set(epochs(), value);
    return this;
  }

  /** Sets {@link #patience}. */
  public KithClassifier setPatience(int value) {
    set(patience(), value);
    return this;
  }

  /** Sets {@link #learningRate}. */
  public KithClassifier setLearningRate(double value) {
    set(learningRate(), value);
    return this;
  }

  /** Sets {@link #schedule}. */
  public KithClassifier setSchedule(String value) {
    set(schedule(), value);
    return this;
  }

  /** Sets {@link #warmup}. */
  public KithClassifier setWarmup(double value) {
    set(warmup(), value);
    return this;
  }

  /** Sets {@link #clip}. */
  public KithClassifier setClip(double value) {
    set(clip(), value);
    return this;
  }

  /** Sets {@link #workers}. */
  public KithClassifier setWorkers(int value) {
    set(workers(), value);
    return this;
  }

  /** Sets {@link #rateScaling}. */
  public KithClassifier setRateScaling(String value) {
    set(rateScaling(), value);
    return this;
  }

  /** Sets {@link #trainOn}. */
  public KithClassifier setTrainOn(String value) {
    set(trainOn(), value);
    return this;
  }

  /** Sets {@link #workDir}. */
  public KithClassifier setWorkDir(String value) {
    set(workDir(), value);
    return this;
  }

  /** Sets {@link #checkpointDir}. */
  public KithClassifier setCheckpointDir(String value) {
    set(checkpointDir(), value);
    return this;
  }
}
