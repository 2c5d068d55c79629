package io.kith.graph;

/**
 * What "near" means: how far apart two rows are, and how a matrix product tells it.
 *
 * <p>Every metric here is a function of inner products, so that a tile of rows against a tile of
 * rows costs one matrix product: the score h_i + h_j − y_i·y_j orders pairs by their distance,
 * where y is the row itself or scaled to length 1, and h is ½‖y‖² or 0.
 */
public enum Metric {
  /** ‖a − b‖; the score is half its square. */
  EUCLIDEAN("euclidean", false, true) {
    @Override
    double distance(float[] a, float[] b) {
      return Math.sqrt(squaredDifference(a, b));
    }
  },

  /** 1 − a·b / ‖a‖‖b‖, from 0 to 2; a row of zeros is at distance 1 from every row. */
  COSINE("cosine", true, false) {
    @Override
    double distance(float[] a, float[] b) {
      double norms = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
      return norms > 0 ? Math.max(0, 1 - dot(a, b) / norms) : 1;
    }
  },

  /** −a·b, which may be negative: the larger the product, the nearer. */
  INNER_PRODUCT("inner-product", false, false) {
    @Override
    double distance(float[] a, float[] b) {
      return -dot(a, b);
    }
  };

  private final String text;
  private final boolean unitLength;
  private final boolean addsNorms;

  Metric(String text, boolean unitLength, boolean addsNorms) {
    this.text = text;
    this.unitLength = unitLength;
    this.addsNorms = addsNorms;
  }

  /** Whether rows enter the matrix product scaled to length 1. */
  boolean unitLength() {
    return unitLength;
  }

  /** Whether a score contains ½‖y‖² of both rows. */
  boolean addsNorms() {
    return addsNorms;
  }

  /** The metric of rows that already are as this one wants them. */
  Metric ofPreparedRows() {
    return this == COSINE ? INNER_PRODUCT : this;
  }

  /** The distance itself, free of the cancellation that the score suffers from. */
  abstract double distance(float[] a, float[] b);

  @Override
  public String toString() {
    return text;
  }

  /** Four sums at a time: the compiler leaves a single one waiting for each addition. */
  private static double squaredDifference(float[] a, float[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 3 < a.length; j += 4) {
      double d0 = (double) a[j] - b[j];
      double d1 = (double) a[j + 1] - b[j + 1];
      double d2 = (double) a[j + 2] - b[j + 2];
      double d3 = (double) a[j + 3] - b[j + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    for (; j < a.length; j++) {
      double d = (double) a[j] - b[j];
      s0 += d * d;
    }
    return (s0 + s1) + (s2 + s3);
  }

  private static double dot(float[] a, float[] b) {
    double s0 = 0;
    double s1 = 0;
    int j = 0;
    for (; j + 1 < a.length; j += 2) {
      s0 += (double) a[j] * b[j];
      s1 += (double) a[j + 1] * b[j + 1];
    }
    return j < a.length ? s0 + s1 + (double) a[j] * b[j] : s0 + s1;
  }
}
