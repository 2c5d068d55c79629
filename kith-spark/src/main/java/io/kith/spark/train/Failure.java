package io.kith.spark.train;

import io.kith.base.BadInputException;
import io.kith.train.TrainingDivergedException;
import java.io.IOException;

/**
 * Why a rank could not go on, in words that others can pass on.
 *
 * @param lasting whether another attempt would end the same way
 */
record Failure(int rank, String host, boolean lasting, String cause) {

  static Failure of(Throwable thrown, int rank, String host) {
    boolean lasting =
        thrown instanceof TrainingDivergedException
            || thrown instanceof BadInputException && !isOfFiles(thrown);
    String name = thrown.getClass().getSimpleName();
    String cause =
        lasting
            ? thrown.getMessage()
            : thrown.getMessage() == null ? name : name + ": " + thrown.getMessage();
    return new Failure(rank, host, lasting, cause);
  }

  /** Files that cannot be read now may well be readable at the next attempt. */
  private static boolean isOfFiles(Throwable thrown) {
    return thrown != null && (thrown instanceof IOException || isOfFiles(thrown.getCause()));
  }

  String text() {
    return "rank " + rank + " on " + host + " failed: " + cause;
  }
}
