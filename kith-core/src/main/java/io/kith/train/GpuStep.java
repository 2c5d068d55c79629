package io.kith.train;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.batch.FeaturesInMemory;
import io.kith.batch.MetaBatch;
import io.kith.engine.Compute;
import io.kith.engine.Cuda;
import io.kith.engine.Engine;
import io.kith.engine.GpuArray;
import io.kith.engine.Upload;
import io.kith.learner.DenseNetwork;
import io.kith.learner.GpuNetwork;
import io.kith.learner.GpuOptimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.GpuObjective;
import io.kith.objective.LossTerms;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Training steps on a GPU: features, parameters and optimizer live there, and a step is recorded
 * once and then launched, so that the host only sends row numbers, labels and edges, a few steps
 * ahead, and waits for nothing.
 *
 * <p>Losses add up on the GPU until {@link #drain}; parameters come home with {@link #download}.
 * Belongs to the thread that made it.
 */
public final class GpuStep implements AutoCloseable {
  private static final int LOSS_TERMS = 4;

  private final Task task;
  private final double clip;
  private final boolean penalized;
  private final Seed noise;
  private final int capacity;
  private final Cuda cuda;
  private final GpuNetwork network;
  private final GpuOptimizer optimizer;
  private final GpuArray features;
  private final GpuArray input;
  private final GpuArray slopes;
  private final GpuArray whole;
  private final Tensor losses;
  private Recorded recorded;
  private LossTerms drained = LossTerms.ZERO;

  /**
   * Moves a task's data to a GPU.
   *
   * @param clip the longest gradient allowed; 0 for any
   * @param noise where dropout draws from, by the number of the batch
   */
  public GpuStep(Task task, Compute compute, double clip, Seed noise) {
    if (!(task.learner() instanceof DenseNetwork home)
        || !(task.objective() instanceof EntropicGraphObjective objective)) {
      throw new BadInputException(
          "only Kith's own network and objective train on a GPU: use --device cpu.");
    }
    if (!(task.features() instanceof FeaturesInMemory all)) {
      throw new BadInputException(
          "a GPU trains on rows that are in memory, but these are read step by step: use --device"
              + " cpu.");
    }
    this.task = task;
    this.clip = clip;
    this.penalized = objective.options().penalty() > 0;
    this.noise = noise;
    this.capacity = (task.plan().largestStep() + 7) / 8 * 8;
    this.cuda = new Cuda(compute);
    this.network = new GpuNetwork(compute, home, capacity);
    this.optimizer = new GpuOptimizer(task.optimizer(), network);
    this.features = network.features(all.rows().rows());
    this.input = network.features(capacity);
    try (PointerScope scope = Engine.scope()) {
      features.tensor().narrow(1, 0, all.columns()).copy_(all.rows().tensor());
      slopes = new GpuArray(zeros(ScalarType.Float, capacity, home.classes()));
      losses = zeros(ScalarType.Double, LOSS_TERMS);
      whole = new GpuArray(zeros(ScalarType.Float, 1).fill_(new Scalar(1f)));
    }
  }

  private Tensor zeros(ScalarType type, long... shape) {
    return torch.zeros(shape, cuda.options(type)).retainReference();
  }

  /** Puts a step into the queue. */
  public void step(MetaBatch batch, long number, double rate) {
    if (recorded == null || !recorded.objective.fits(batch)) {
      record(batch);
    }
    recorded.send(batch, number, rate);
    recorded.graph.launch();
  }

  /**
   * Records a step with ample room for a batch's entries. Recording also takes some steps, on an
   * empty batch; what they change is put back.
   */
  private void record(MetaBatch batch) {
    LossTerms soFar = drain();
    if (recorded != null) {
      download();
      recorded.close();
    }
    recorded = new Recorded(batch.affinity().size() * 3 / 2 + 1024, batch.isSoft());
    network.upload();
    optimizer.upload();
    drain();
    drained = soFar;
  }

  /** The sum of the losses since the last call; waits for the GPU. */
  public LossTerms drain() {
    try (PointerScope scope = Engine.scope()) {
      double[] sums = new double[LOSS_TERMS];
      losses.cpu().data_ptr_double().get(sums);
      losses.zero_();
      LossTerms all = drained.plus(new LossTerms(sums[0], sums[1], sums[2], sums[3]));
      drained = LossTerms.ZERO;
      return all;
    }
  }

  /** Brings parameters and the optimizer's state home; waits for the GPU. */
  public void download() {
    network.download();
    optimizer.download();
  }

  /** The network as it is at this moment. */
  GpuNetwork network() {
    return network;
  }

  /** A step for batches of at most so many affinity entries. */
  private final class Recorded implements AutoCloseable {
    private final GpuObjective objective;
    private final Upload upload;
    private final int noiseAt;
    private final int objectiveAt;
    private final Cuda.Graph graph;

    Recorded(int entries, boolean soft) {
      objective =
          new GpuObjective(
              cuda.device(),
              (EntropicGraphObjective) task.objective(),
              task.learner().classes(),
              capacity,
              entries,
              soft);
      noiseAt = capacity;
      objectiveAt = noiseAt + network.noiseLength();
      upload =
          new Upload(
              cuda,
              objectiveAt + objective.longCount(),
              GpuOptimizer.CONTROL_LENGTH + objective.floatCount());
      graph = cuda.record(this::run);
    }

    void send(MetaBatch batch, long number, double rate) {
      Upload.Page page = upload.page();
      for (int p = 0; p < capacity; p++) {
        page.set(p, p < batch.size() ? (long) batch.row(p) : 0L);
      }
      network.drawFrom(noise.derive(number), batch.size(), page, noiseAt);
      optimizer.prepare(rate, page, 0);
      objective.write(batch, page, objectiveAt, GpuOptimizer.CONTROL_LENGTH);
      upload.send();
    }

    private void run() {
      torch.index_select_out(
          input.tensor(), features.tensor(), 0, upload.longs(0, capacity).tensor());
      GpuArray logP = network.forward(input, upload.longs(noiseAt, network.noiseLength()));
      GpuArray terms =
          objective.evaluate(
              logP,
              upload.longs(objectiveAt, objective.longCount()),
              upload.floats(GpuOptimizer.CONTROL_LENGTH, objective.floatCount()),
              slopes);
      network.backward(input, slopes);
      losses.narrow(0, 0, 3).add_(terms.tensor());
      if (penalized) {
        GpuArray penalty = objective.penalize(network.parameters(), network.gradient());
        losses.narrow(0, 3, 1).add_(penalty.tensor());
      }
      optimizer.step(upload.floats(0, GpuOptimizer.CONTROL_LENGTH), shorten());
    }

    /** min(1, clip / ‖g‖) */
    private GpuArray shorten() {
      if (clip == 0) {
        return whole;
      }
      Tensor gradient = network.gradient().tensor().to(ScalarType.Float);
      Tensor length = gradient.square().sum().sqrt();
      return new GpuArray(length.reciprocal().mul_(new Scalar(clip)).clamp_max_(new Scalar(1f)));
    }

    @Override
    public void close() {
      graph.close();
      upload.close();
      objective.close();
    }
  }

  @Override
  public void close() {
    if (recorded != null) {
      recorded.close();
    }
    optimizer.close();
    network.close();
    for (GpuArray array : List.of(features, input, slopes, whole)) {
      array.tensor().releaseReference();
    }
    losses.releaseReference();
    cuda.close();
  }
}
