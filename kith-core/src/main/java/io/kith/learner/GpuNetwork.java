package io.kith.learner;

import io.kith.base.Seed;
import io.kith.engine.Compute;
import io.kith.engine.CudaKernels;
import io.kith.engine.Device;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.engine.GpuArray;
import io.kith.engine.Precision;
import io.kith.engine.Upload;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A {@link DenseNetwork} at work on a GPU: the same passes, over buffers that stay where they are,
 * so that a whole step can be recorded once and launched again and again.
 *
 * <p>Dropout draws the masks that the CPU draws from the same seed. Rows beyond those of a batch go
 * through the network too; whoever computes the slopes leaves theirs at zero. One training thread;
 * any thread may predict.
 */
public final class GpuNetwork implements AutoCloseable {
  private static final Scalar ONE = new Scalar(1f).retainReference();
  private static final Scalar ZERO = new Scalar(0f).retainReference();

  /** The numbers of a batch that dropout goes by: rows, slabs, then a seed for each of both. */
  private static final int BATCH = 2;

  private final Device device;
  private final CudaKernels kernels;
  private final DenseNetwork home;
  private final Layers layers;
  private final int capacity;
  private final ScalarType type;
  private final Tensor parameters;
  private final Tensor factors;
  private final Tensor gradient;
  private final Tensor[] outputs;
  private final Tensor[] slopes;
  private final Tensor logProbabilities;

  /**
   * Copies a network to a GPU.
   *
   * @param capacity how many rows go through it at once
   */
  public GpuNetwork(Compute compute, DenseNetwork home, int capacity) {
    this.device = compute.device();
    this.kernels = new CudaKernels(device, GpuNetwork.class, "network.cu");
    this.home = home;
    this.layers = home.layers();
    this.capacity = capacity;
    this.type = compute.precision() == Precision.BF16 ? ScalarType.BFloat16 : ScalarType.Float;
    int hidden = layers.count() - 1;
    this.outputs = new Tensor[layers.count()];
    this.slopes = new Tensor[hidden];
    try (PointerScope scope = Engine.scope()) {
      long count = layers.parameterCount();
      parameters = zeros(ScalarType.Float, count);
      factors = type == ScalarType.Float ? parameters : zeros(type, count);
      gradient = zeros(type, count);
      for (int l = 0; l < layers.count(); l++) {
        outputs[l] = zeros(type, capacity, layers.outputs(l));
        if (l < hidden) {
          slopes[l] = zeros(type, capacity, layers.outputs(l));
        }
      }
      logProbabilities = zeros(ScalarType.Float, capacity, home.classes());
    }
    upload();
  }

  private Tensor zeros(ScalarType kind, long... shape) {
    return torch.zeros(shape, device.options(kind)).retainReference();
  }

  /** Takes the parameters from their home. */
  public void upload() {
    parameters.copy_(home.parameters().tensor().view(-1));
    factors.copy_(parameters);
  }

  /** Puts the parameters back into their home; waits for the GPU. */
  public void download() {
    home.parameters().tensor().view(-1).copy_(parameters);
  }

  /** The type of features, activations and gradient. */
  ScalarType type() {
    return type;
  }

  public int capacity() {
    return capacity;
  }

  /** All parameters, flat, as 32-bit floats. */
  public GpuArray parameters() {
    return new GpuArray(parameters);
  }

  /** What {@link #backward} left, flat. */
  public GpuArray gradient() {
    return new GpuArray(gradient);
  }

  /** A matrix of zeros for features, of this network's type, that outlives scopes. */
  public GpuArray features(int rows) {
    // Rows begin at multiples of 16 bytes, as tensor cores like them.
    int stride = (home.inputs() + 7) / 8 * 8;
    try (PointerScope scope = Engine.scope()) {
      return new GpuArray(zeros(type, rows, stride));
    }
  }

  /** The parameters as they are multiplied, to be changed with {@link #parameters}. */
  Tensor factors() {
    return factors;
  }

  int parameterCount() {
    return layers.parameterCount();
  }

  CudaKernels kernels() {
    return kernels;
  }

  /** How many integers {@link #drawFrom} writes. */
  public int noiseLength() {
    return BATCH + (layers.count() - 1) * DenseNetwork.slabs(capacity);
  }

  /** Writes what the masks of a batch are drawn from. */
  public void drawFrom(Seed noise, int rows, Upload.Page page, int at) {
    int slabs = DenseNetwork.slabs(rows);
    page.set(at, (long) rows);
    page.set(at + 1, (long) slabs);
    for (int l = 0; l < layers.count() - 1; l++) {
      for (int slab = 0; slab < slabs; slab++) {
        page.set(
            at + BATCH + l * DenseNetwork.slabs(capacity) + slab,
            noise.derive(slab).derive(l).value());
      }
    }
  }

  /**
   * Log-probabilities of a full batch in training mode; a buffer that holds until the next pass.
   *
   * @param features made by {@link #features}
   * @param noise what {@link #drawFrom} wrote, on the GPU
   */
  public GpuArray forward(GpuArray features, GpuArray noise) {
    return new GpuArray(forward(used(features), Optional.of(noise.tensor())));
  }

  /** The columns that hold features. */
  private Tensor used(GpuArray features) {
    return features.tensor().narrow(1, 0, home.inputs());
  }

  private Tensor forward(Tensor features, Optional<Tensor> noise) {
    int rows = Math.toIntExact(features.size(0));
    Tensor below = features;
    for (int l = 0; l < layers.count(); l++) {
      Tensor out = outputs[l].narrow(0, 0, rows);
      Scalar scale = noise.isPresent() ? home.scale(l) : ONE;
      torch.addmm_out(out, layers.bias(factors, l), below, layers.weights(factors, l), ONE, scale);
      if (l < layers.count() - 1) {
        activate(out, l, rows, noise);
      }
      below = out;
    }
    Tensor logP = logProbabilities.narrow(0, 0, rows);
    return torch.log_softmax_out(logP, below.to(ScalarType.Float), 1);
  }

  private void activate(Tensor z, int layer, int rows, Optional<Tensor> noise) {
    int columns = layers.outputs(layer);
    Tensor batch = noise.orElse(parameters); // not read without dropout
    int slabs = DenseNetwork.slabs(capacity);
    Tensor seeds =
        noise.map(n -> n.narrow(0, BATCH + (long) layer * slabs, slabs)).orElse(parameters);
    kernels.launch(
        named("activate"),
        (long) rows * ((columns + 3) / 4),
        z,
        rows,
        columns,
        batch,
        seeds,
        home.activation().ordinal(),
        noise.isPresent() ? home.dropout().dropBelow() : (int) Short.MIN_VALUE);
  }

  /** Turns slopes by the logits of the last full batch into {@link #gradient}. */
  public void backward(GpuArray features, GpuArray logitSlopes) {
    Tensor above = logitSlopes.tensor().to(type);
    for (int l = layers.count() - 1; l >= 0; l--) {
      Tensor below = l == 0 ? used(features) : outputs[l - 1];
      Tensor weights = layers.weights(gradient, l);
      torch.addmm_out(weights, weights, below.t(), above, ZERO, home.scale(l));
      torch.sum_out(layers.bias(gradient, l), above, 0);
      if (l > 0) {
        Tensor slope = slopes[l - 1];
        torch.addmm_out(slope, slope, above, layers.weights(factors, l).t(), ZERO, home.scale(l));
        long count = slope.numel();
        kernels.launch(
            named("differentiate"),
            (count + 3) / 4,
            slope,
            outputs[l - 1],
            (int) count,
            home.activation().ordinal());
        above = slope;
      }
    }
  }

  /** Writes log-probabilities without dropout for rows in main memory; waits for the GPU. */
  public void predict(FloatMatrix features, FloatMatrix into) {
    predict(features, Optional.empty(), into);
  }

  synchronized void predict(FloatMatrix features, Optional<FloatMatrix> hidden, FloatMatrix into) {
    for (int from = 0; from < features.rows(); from += capacity) {
      try (PointerScope scope = Engine.scope()) {
        int rows = Math.min(capacity, features.rows() - from);
        Tensor x = features.tensor().narrow(0, from, rows).to(device.toNative(), type);
        Tensor logP = forward(x, Optional.empty());
        if (hidden.isPresent()) {
          Tensor last = layers.count() == 1 ? x : outputs[layers.count() - 2].narrow(0, 0, rows);
          hidden.get().tensor().narrow(0, from, rows).copy_(last);
        }
        into.tensor().narrow(0, from, rows).copy_(logP);
      }
    }
  }

  /** Waits until the GPU has nothing left to do. */
  void await() {
    torch.cuda_synchronize(device.index());
  }

  /** The kernel for this network's type. */
  String named(String kernel) {
    return kernel + (type == ScalarType.Float ? "_float" : "_bf16");
  }

  @Override
  public void close() {
    await();
    kernels.close();
    parameters.releaseReference();
    if (factors != parameters) {
      factors.releaseReference();
    }
    gradient.releaseReference();
    logProbabilities.releaseReference();
    for (Tensor output : outputs) {
      output.releaseReference();
    }
    for (Tensor slope : slopes) {
      slope.releaseReference();
    }
  }
}
