package io.kith.spark.train;

/** Another rank has failed, or cannot be reached: this one is well, but cannot go on alone. */
final class PeerFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  PeerFailedException(Failure failure, Throwable observed) {
    super(failure.text(), observed);
    this.failure = failure;
  }

  Failure failure() {
    return failure;
  }
}
