package io.kith.spark;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.ml.classification.ProbabilisticClassificationModel;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What a {@link KithClassifier} has learned: an ordinary Kith {@link Model} as a transformer of
 * Spark ML.
 *
 * <p>The raw prediction is the log-probability of each class. A stored model is at once Spark ML's
 * and an ordinary model folder: {@code kith predict} reads it, and {@link #load} reads the model
 * folders that {@code kith train} writes.
 */
public final class KithClassificationModel
    extends ProbabilisticClassificationModel<Vector, KithClassificationModel>
    implements MLWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final PackedModel packed;

  KithClassificationModel(String uid, PackedModel packed) {
    this(StageName.announce(uid), packed);
  }

  private KithClassificationModel(StageName name, PackedModel packed) {
    uid = name.arrived();
    this.packed = packed;
  }

  /** An ordinary model as a transformer, which owns it from now on. */
  public static KithClassificationModel of(Model model) {
    return new KithClassificationModel(
        Identifiable$.MODULE$.randomUID("kith"), new PackedModel(model));
  }

  /** Reads what {@link #write} stored, or any Kith model folder. */
  public static MLReader<KithClassificationModel> read() {
    return new Reader();
  }

  public static KithClassificationModel load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid == null ? StageName.announced() : uid;
  }

  /** The same model for use without Spark. It stays this transformer's: do not close it. */
  public Model model() {
    return packed.model();
  }

  /** The class of each index. */
  public List<String> classNames() {
    return model().classNames();
  }

  @Override
  public int numClasses() {
    return classNames().size();
  }

  @Override
  public int numFeatures() {
    return model().schema().featureNames().size();
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType announced = transformSchema(dataset.schema(), true);
    double[] thresholds = isDefined(thresholds()) ? getThresholds() : new double[0];
    if (thresholds.length > 0 && thresholds.length != numClasses()) {
      throw new BadInputException(
          String.format(
              "thresholds must be %d, one for each class, but were %d.",
              numClasses(), thresholds.length));
    }
    StructType schema = dataset.schema();
    for (String column : added()) {
      schema = schema.add(announced.apply(column));
    }
    Dataset<Row> predicted =
        dataset
            .toDF()
            .mapPartitions(
                new PredictedRows(
                    packed.broadcast(dataset.sparkSession().sparkContext()),
                    schema.fieldIndex(getFeaturesCol()),
                    getFeaturesCol(),
                    thresholds,
                    !getRawPredictionCol().isEmpty(),
                    !getProbabilityCol().isEmpty(),
                    !getPredictionCol().isEmpty()),
                Encoders.row(schema));
    return withAttributes(predicted, schema);
  }

  /** The columns that are appended, in Spark's order. */
  private List<String> added() {
    return Arrays.asList(getRawPredictionCol(), getProbabilityCol(), getPredictionCol()).stream()
        .filter(column -> !column.isEmpty())
        .toList();
  }

  /** Names of features and classes travel beside the rows, and are lost when rows are rebuilt. */
  private static Dataset<Row> withAttributes(Dataset<Row> rows, StructType schema) {
    Dataset<Row> complete = rows;
    for (StructField field : schema.fields()) {
      if (!field.metadata().equals(org.apache.spark.sql.types.Metadata.empty())) {
        complete = complete.withMetadata(field.name(), field.metadata());
      }
    }
    return complete;
  }

  @Override
  public Vector predictRaw(Vector features) {
    try (FloatMatrix row = FloatMatrix.allocate(1, numFeatures())) {
      row.setRow(0, PredictedRows.floats(features, numFeatures(), getFeaturesCol()));
      try (FloatMatrix logP = packed.logProbabilities(row)) {
        return Vectors.dense(PredictedRows.doubles(logP, 0));
      }
    }
  }

  @Override
  public Vector raw2probabilityInPlace(Vector raw) {
    double[] values = ((DenseVector) raw).values();
    double[] p = PredictedRows.probabilities(values);
    System.arraycopy(p, 0, values, 0, p.length);
    return raw;
  }

  /** Its types in Scala, where a tuple of a narrower type is narrower, do not suit Java's. */
  @Override
  @SuppressWarnings({"rawtypes", "unchecked"})
  public scala.Tuple3 findSummaryModel() {
    return super.findSummaryModel();
  }

  @Override
  public KithClassificationModel copy(ParamMap extra) {
    KithClassificationModel copy = new KithClassificationModel(uid, packed);
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new Writer(this);
  }

  @Override
  public String toString() {
    return String.format(
        "KithClassificationModel: uid=%s, numClasses=%d, numFeatures=%d",
        uid, numClasses(), numFeatures());
  }

  private static final class Writer extends MLWriter {
    private final KithClassificationModel instance;

    Writer(KithClassificationModel instance) {
      this.instance = instance;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter.saveMetadata(instance, path, sparkSession());
      folder(path, sc().hadoopConfiguration()).write(instance.model());
    }
  }

  private static final class Reader extends MLReader<KithClassificationModel> {
    @Override
    public KithClassificationModel load(String path) {
      ModelFolder folder = folder(path, sc().hadoopConfiguration());
      if (!folder.hasSettings()) {
        return of(folder.read());
      }
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader.loadMetadata(
              path, sparkSession(), KithClassificationModel.class.getName());
      KithClassificationModel model =
          new KithClassificationModel(metadata.uid(), new PackedModel(folder.read()));
      metadata.getAndSetParams(model, scala.Option.empty());
      return model;
    }
  }

  private static ModelFolder folder(String path, Configuration hadoop) {
    return new ModelFolder(path, hadoop);
  }
}
