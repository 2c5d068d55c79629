package io.kith.spark.graph;

import io.kith.base.Parallel;
import org.apache.spark.TaskContext;

/** The threads that a Spark task may use: as many as {@code spark.task.cpus} gives it. */
final class TaskThreads {
  private TaskThreads() {}

  static Parallel team() {
    return new Parallel(TaskContext.get().cpus());
  }
}
