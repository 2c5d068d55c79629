package io.kith.spark.train;

/** Training on the cluster was given up; the message says why in plain words. */
public final class TrainingFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TrainingFailedException(String sentence) {
    super(sentence);
  }

  TrainingFailedException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
