package io.kith.spark.train;

import io.kith.RunOptions;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.MetaBatchStore;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.learner.DenseNetwork;
import io.kith.learner.Optimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.spark.RowChunk;
import io.kith.spark.batch.HadoopFiles;
import io.kith.train.Task;
import io.kith.train.Validation;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;

/**
 * Trains on meta-batches in files: a worker reads those of its own steps as they come, so its
 * memory does not grow with the rows. Everything else is as {@link io.kith.Kith} has it.
 */
public final class StoredTask implements WorkerTask {
  private static final long serialVersionUID = 1L;

  /** A few meta-batches at the paper's size: a companion may come again soon. */
  private static final long KEPT_BYTES = 64L << 20;

  private final HadoopFiles store;
  private final String options;
  private final int[] labeledOfClass;
  private final Broadcast<RowChunk> validation;

  /**
   * @param labeledOfClass how many training rows of each class have a label that may be seen
   * @param validation standardised as the rows of the store are; may be of no rows
   */
  public StoredTask(
      HadoopFiles store, RunOptions options, int[] labeledOfClass, Broadcast<RowChunk> validation) {
    this.store = store;
    this.options = Json.text(options);
    this.labeledOfClass = labeledOfClass.clone();
    this.validation = validation;
  }

  @Override
  public Opened open(int rank, Parallel parallel) {
    RunOptions how = Json.as(Json.parse(options), RunOptions.class, "options");
    return new OnStore(how, rank == 0);
  }

  /** What a run with these options starts from. */
  public static DenseNetwork network(int columns, int classes, RunOptions options) {
    return new DenseNetwork(
        columns, options.network(), classes, new Seed(options.seed()).derive("network"));
  }

  private final class OnStore implements Opened {
    private final MetaBatchStore batches = MetaBatchStore.open(store, KEPT_BYTES);
    private final DenseNetwork network;
    private final Optimizer optimizer;
    private final FloatMatrix held;
    private final Task task;

    OnStore(RunOptions how, boolean judges) {
      int classes = labeledOfClass.length;
      network = network(batches.columns(), classes, how);
      optimizer = how.optimizer().optimizer(network.parameters().columns());
      RowChunk rows =
          judges
              ? validation.value()
              : new RowChunk(new int[0], new int[0], batches.columns(), new float[0]);
      held = matrix(rows);
      List<String> names = IntStream.range(0, classes).mapToObj(Integer::toString).toList();
      task =
          new Task(
              network,
              optimizer,
              EntropicGraphObjective.of(how.objective(), labeledOfClass),
              batches,
              batches,
              new Validation(held, new Labels(rows.labels(), names)));
    }

    @Override
    public Task task() {
      return task;
    }

    @Override
    public void close() {
      held.close();
      optimizer.close();
      network.close();
      batches.close();
    }
  }

  private static FloatMatrix matrix(RowChunk rows) {
    FloatMatrix matrix = FloatMatrix.allocate(rows.size(), rows.columns());
    float[] row = new float[rows.columns()];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.features(), i * row.length, row, 0, row.length);
      matrix.setRow(i, row);
    }
    return matrix;
  }
}
