package io.kith.evaluate;

import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.util.List;

/**
 * How good predictions are, over the rows whose label is known.
 *
 * <p>Immutable; threads may share it.
 */
public final class Evaluation {
  private static final int BINS = 15;

  private final List<String> names;
  private final int[][] confusion;
  private final int count;
  private final double logLoss;
  private final double[] binConfidence = new double[BINS];
  private final int[] binCorrect = new int[BINS];
  private final int[] binCount = new int[BINS];

  private Evaluation(FloatMatrix logProbabilities, Labels truth) {
    names = truth.names();
    confusion = new int[names.size()][names.size()];
    int seen = 0;
    double loss = 0;
    float[] row = new float[logProbabilities.columns()];
    for (int i = 0; i < truth.size(); i++) {
      if (!truth.isLabeled(i)) {
        continue;
      }
      logProbabilities.copyRow(i, row);
      int predicted = likeliest(row);
      int actual = truth.label(i);
      seen++;
      loss -= row[actual];
      confusion[actual][predicted]++;
      double confidence = Math.exp(row[predicted]);
      int bin = Math.min(BINS - 1, (int) (confidence * BINS));
      binCount[bin]++;
      binConfidence[bin] += confidence;
      binCorrect[bin] += predicted == actual ? 1 : 0;
    }
    count = seen;
    logLoss = seen == 0 ? 0 : loss / seen;
  }

  /** Judges log-probabilities, one row for each label; unlabelled rows are passed over. */
  public static Evaluation of(FloatMatrix logProbabilities, Labels truth) {
    if (logProbabilities.rows() != truth.size()) {
      throw new IllegalArgumentException(
          "labels must be "
              + logProbabilities.rows()
              + ", one for each row, but were "
              + truth.size());
    }
    return new Evaluation(logProbabilities, truth);
  }

  /** The class of the highest value; the first of equals. */
  public static int likeliest(float[] scores) {
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      if (scores[c] > scores[best]) {
        best = c;
      }
    }
    return best;
  }

  /** How many rows were judged. */
  public int count() {
    return count;
  }

  public List<String> names() {
    return names;
  }

  /** The share of rows whose likeliest class is the true one. */
  public double accuracy() {
    int correct = 0;
    for (int c = 0; c < confusion.length; c++) {
      correct += confusion[c][c];
    }
    return count == 0 ? 0 : (double) correct / count;
  }

  /** The mean of −log p(true class), in nats. */
  public double logLoss() {
    return logLoss;
  }

  /** How many rows of class {@code actual} were taken for class {@code predicted}. */
  public int confusion(int actual, int predicted) {
    return confusion[actual][predicted];
  }

  /** The accuracy over the rows of one class, or NaN where it has none. */
  public double classAccuracy(int actual) {
    int all = 0;
    for (int c : confusion[actual]) {
      all += c;
    }
    return all == 0 ? Double.NaN : (double) confusion[actual][actual] / all;
  }

  /**
   * The expected calibration error: how far, on average over 15 bins of confidence, confidence and
   * accuracy lie apart (Guo et al. 2017).
   */
  public double calibrationError() {
    double error = 0;
    for (int b = 0; b < BINS; b++) {
      error += Math.abs(binConfidence[b] - binCorrect[b]);
    }
    return count == 0 ? 0 : error / count;
  }

  /** How many equally wide bins of confidence rows are sorted into. */
  public int binCount() {
    return BINS;
  }

  public int binRows(int bin) {
    return binCount[bin];
  }

  /** The mean confidence of the rows of a bin, or NaN where it has none. */
  public double binConfidence(int bin) {
    return binConfidence[bin] / binCount[bin];
  }

  /** The share of rows of a bin that were right, or NaN where it has none. */
  public double binAccuracy(int bin) {
    return (double) binCorrect[bin] / binCount[bin];
  }
}
