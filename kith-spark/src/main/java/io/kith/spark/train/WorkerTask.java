package io.kith.spark.train;

import io.kith.base.Parallel;
import io.kith.train.Task;
import java.io.Serializable;

/**
 * What the workers of a cluster train on: sent to every executor, and opened there.
 *
 * <p>All ranks open the same task: the same steps, the same first parameters, the same optimizer.
 * Only rank 0 needs the validation rows, because it judges for all.
 */
@FunctionalInterface
public interface WorkerTask extends Serializable {
  Opened open(int rank, Parallel parallel);

  /** A task at hand, and what has to be closed after training. */
  interface Opened extends AutoCloseable {
    Task task();

    @Override
    void close();
  }
}
