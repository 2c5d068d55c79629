package io.kith.spark;

import io.kith.base.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Two half circles that reach into each other, of which a few points have labels. */
public final class Moons {
  public static final String[] NAMES = {"waning", "waxing"};

  private Moons() {}

  /**
   * Columns x, y, label (a class index, null where it is not known), truth, and kind (the name,
   * likewise).
   */
  public static Dataset<Row> table(SparkSession spark, int rows, int labelEvery) {
    SplittableRandom random = new Seed(23).random();
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int moon = i % 2;
      double angle = Math.PI * random.nextDouble();
      double x = (moon == 0 ? Math.cos(angle) : 1 - Math.cos(angle)) + noise(random);
      double y = (moon == 0 ? Math.sin(angle) : 0.5 - Math.sin(angle)) + noise(random);
      boolean known = i / 2 % labelEvery == 0;
      list.add(
          RowFactory.create(
              x, y, known ? (double) moon : null, (double) moon, known ? NAMES[moon] : null));
    }
    return spark.createDataFrame(
        list,
        new StructType()
            .add("x", DataTypes.DoubleType)
            .add("y", DataTypes.DoubleType)
            .add("label", DataTypes.DoubleType)
            .add("truth", DataTypes.DoubleType)
            .add("kind", DataTypes.StringType));
  }

  /** The same with x and y as the vector "features". */
  public static Dataset<Row> rows(SparkSession spark, int rows, int labelEvery) {
    return assembler().transform(table(spark, rows, labelEvery));
  }

  static VectorAssembler assembler() {
    return new VectorAssembler().setInputCols(new String[] {"x", "y"}).setOutputCol("features");
  }

  /** A classifier that learns the moons within a second. */
  static KithClassifier classifier() {
    return new KithClassifier()
        .setHiddenLayers(new int[] {64})
        .setValidationFraction(0)
        .setEpochs(30)
        .setLearningRate(0.01)
        .setMethod("graph");
  }

  private static double noise(SplittableRandom random) {
    return 0.1 * (random.nextDouble() + random.nextDouble() - 1);
  }
}
