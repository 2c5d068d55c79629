package io.kith.spark.train;

import java.io.Serializable;

/** How a rank ended. A class, because Spark's Kryo serializer knows no records. */
final class RankOutcome implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int rank;
  private final float[] parameters;
  private final String history;
  private final String refusal;
  private final boolean badInput;

  private RankOutcome(
      int rank, float[] parameters, String history, String refusal, boolean badInput) {
    this.rank = rank;
    this.parameters = parameters;
    this.history = history;
    this.refusal = refusal;
    this.badInput = badInput;
  }

  /**
   * @param parameters those of the best epoch, of rank 0; empty of others
   * @param history as JSON
   */
  static RankOutcome trained(int rank, float[] parameters, String history) {
    return new RankOutcome(rank, parameters, history, "", false);
  }

  /**
   * @param why no attempt can succeed
   * @param badInput whether that is for the caller to mend
   */
  static RankOutcome refused(int rank, String why, boolean badInput) {
    return new RankOutcome(rank, new float[0], "", why, badInput);
  }

  int rank() {
    return rank;
  }

  float[] parameters() {
    return parameters;
  }

  String history() {
    return history;
  }

  /** Empty where training succeeded. */
  String refusal() {
    return refusal;
  }

  boolean isBadInput() {
    return badInput;
  }
}
