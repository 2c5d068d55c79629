package io.kith.train;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.batch.MetaBatch;
import io.kith.engine.Compute;
import io.kith.engine.Cuda;
import io.kith.engine.Engine;
import io.kith.engine.Upload;
import io.kith.learner.DenseNetwork;
import io.kith.learner.GpuNetwork;
import io.kith.learner.GpuOptimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.GpuObjective;
import io.kith.objective.LossTerms;
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
  private final Tensor features;
  private final Tensor input;
  private final Tensor slopes;
  private final Tensor losses;
  private final Tensor whole;
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
    this.task = task;
    this.clip = clip;
    this.penalized = objective.options().penalty() > 0;
    this.noise = noise;
    this.capacity = (task.plan().largestStep() + 7) / 8 * 8;
    this.cuda = new Cuda(compute);
    this.network = new GpuNetwork(compute, home, capacity);
    this.optimizer = new GpuOptimizer(task.optimizer(), network);
    try (PointerScope scope = Engine.scope()) {
      ScalarType type = network.type();
      // Rows begin at multiples of 16 bytes, as tensor cores like them.
      int columns = task.features().columns();
      int stride = (columns + 7) / 8 * 8;
      int rows = task.features().rows();
      features = torch.zeros(new long[] {rows, stride}, cuda.options(type)).retainReference();
      features.narrow(1, 0, columns).copy_(task.features().tensor());
      input = torch.zeros(new long[] {capacity, stride}, cuda.options(type)).retainReference();
      slopes = zeros(capacity, home.classes());
      losses =
          torch.zeros(new long[] {LOSS_TERMS}, cuda.options(ScalarType.Double)).retainReference();
      whole = zeros(1).fill_(new Scalar(1f));
    }
  }

  private Tensor zeros(long... shape) {
    return torch.zeros(shape, cuda.options(ScalarType.Float)).retainReference();
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
      torch.index_select_out(input, features, 0, upload.longs(0, capacity));
      Tensor x = input.narrow(1, 0, task.learner().inputs());
      Tensor logP = network.forward(x, upload.longs(noiseAt, network.noiseLength()));
      Tensor terms =
          objective.evaluate(
              logP,
              upload.longs(objectiveAt, objective.longCount()),
              upload.floats(GpuOptimizer.CONTROL_LENGTH, objective.floatCount()),
              slopes);
      network.backward(x, slopes);
      losses.narrow(0, 0, 3).add_(terms);
      if (penalized) {
        losses.narrow(0, 3, 1).add_(objective.penalize(network.parameters(), network.gradient()));
      }
      optimizer.step(upload.floats(0, GpuOptimizer.CONTROL_LENGTH), shorten());
    }

    /** min(1, clip / ‖g‖) */
    private Tensor shorten() {
      if (clip == 0) {
        return whole;
      }
      Tensor length = network.gradient().to(ScalarType.Float).square().sum().sqrt();
      return length.reciprocal().mul_(new Scalar(clip)).clamp_max_(new Scalar(1f));
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
    for (Tensor tensor : new Tensor[] {features, input, slopes, losses, whole}) {
      tensor.releaseReference();
    }
    cuda.close();
  }
}
