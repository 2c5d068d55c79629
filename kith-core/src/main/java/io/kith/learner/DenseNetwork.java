package io.kith.learner;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A fully connected network with dropout and a softmax on top.
 *
 * <pre>
 *   H_0 = X,   H_l = mask_l ∘ a(s H_{l-1} W_{l-1} + b_{l-1}),   log P = log softmax(s H_L W_L + b_L)
 * </pre>
 *
 * <p>a is the activation; s is 1 for the input and 1/(1 − dropout) for hidden layers, folded into
 * the matrix product. The slope of a is computed from H alone, and is 0 where a unit was dropped:
 * D_{l-1} = s D_l W_lᵀ ∘ a'(H_l), ∂W_l = s H_lᵀ D_l, ∂b_l = column sums of D_l.
 *
 * <p>Rows are cut into slabs that go through all layers on one thread each, and weight gradients
 * into tiles; slabs and tiles depend on shapes alone, so results are the same on any number of
 * threads.
 */
public final class DenseNetwork implements Learner {
  private static final int SMALLEST_SLAB = 256;
  private static final int SMALLEST_TILE = 400;
  private static final Scalar ONE = new Scalar(1f).retainReference();
  private static final Scalar ZERO = new Scalar(0f).retainReference();

  private final Layers layers;
  private final Activation activation;
  private final Dropout dropout;
  private final FloatMatrix parameters;
  private final boolean ownsParameters;
  private final FloatMatrix gradient;

  /** Outputs and their slopes, one a layer, large enough for the largest batch so far. */
  private FloatMatrix[] outputs = {};

  private FloatMatrix[] slopes = {};
  private FloatMatrix input;
  private int batchRows;

  public DenseNetwork(int inputs, NetworkOptions options, int classes, Seed seed) {
    this.layers = new Layers(inputs, options.hidden(), classes);
    this.activation = options.activation();
    this.dropout = new Dropout(options.dropout());
    this.parameters = FloatMatrix.allocate(1, layers.parameterCount());
    this.ownsParameters = true;
    this.gradient = FloatMatrix.allocate(1, layers.parameterCount());
    initialize(options.initialization(), seed);
  }

  private DenseNetwork(DenseNetwork original, FloatMatrix parameters, boolean ownsParameters) {
    this.layers = original.layers;
    this.activation = original.activation;
    this.dropout = original.dropout;
    this.parameters = parameters;
    this.ownsParameters = ownsParameters;
    this.gradient = FloatMatrix.allocate(1, layers.parameterCount());
  }

  @Override
  public DenseNetwork replica() {
    return new DenseNetwork(this, parameters, false);
  }

  @Override
  public DenseNetwork twin() {
    FloatMatrix own = FloatMatrix.allocate(1, layers.parameterCount());
    parameters.copyInto(own);
    return new DenseNetwork(this, own, true);
  }

  @Override
  public int inputs() {
    return layers.inputs(0);
  }

  @Override
  public int classes() {
    return layers.outputs(layers.count() - 1);
  }

  @Override
  public FloatMatrix parameters() {
    return parameters;
  }

  @Override
  public FloatMatrix gradient() {
    return gradient;
  }

  Activation activation() {
    return activation;
  }

  /** The layout of the flat buffers, for whoever stores them. */
  Layers layers() {
    return layers;
  }

  @Override
  public FloatMatrix forward(FloatMatrix features, Seed noise, Parallel parallel) {
    requireColumns(features);
    reserve(features.rows());
    input = features;
    batchRows = features.rows();
    int slabs = pieces(batchRows, SMALLEST_SLAB);
    parallel.run(slabs, slab -> forwardSlab(slab, slabs, noise.derive(slab)));
    return outputs[layers.count() - 1].slice(0, batchRows);
  }

  private void forwardSlab(int slab, int slabs, Seed noise) {
    try (PointerScope scope = Engine.scope()) {
      int from = bound(batchRows, slab, slabs);
      int rows = bound(batchRows, slab + 1, slabs) - from;
      Tensor below = input.tensor().narrow(0, from, rows);
      for (int l = 0; l < layers.count(); l++) {
        Tensor out = outputs[l].tensor().narrow(0, from, rows);
        torch.addmm_out(
            out, layers.bias(parameters, l), below, layers.weights(parameters, l), ONE, scale(l));
        if (l < layers.count() - 1) {
          activation.apply(out);
          if (dropout.isActive()) {
            dropout.apply(out, noise.derive(l));
          }
        } else {
          torch.log_softmax_out(out, out, 1);
        }
        below = out;
      }
    }
  }

  /** All slabs go down through all layers without waiting for each other, then all tiles. */
  @Override
  public void backward(FloatMatrix logitGradient, Parallel parallel) {
    requireBatch(logitGradient);
    int slabs = pieces(batchRows, SMALLEST_SLAB);
    parallel.run(
        slabs,
        slab -> {
          for (int l = layers.count() - 1; l > 0; l--) {
            slopeBelow(l, logitGradient, slab, slabs);
          }
        });
    List<Runnable> tiles = new ArrayList<>();
    for (int l = layers.count() - 1; l >= 0; l--) {
      tiles.addAll(weightGradientTiles(l, logitGradient));
    }
    parallel.run(tiles.size(), task -> tiles.get(task).run());
  }

  /** The same products layer by layer, from the last one down. */
  @Override
  public void backward(FloatMatrix logitGradient, Parallel parallel, GradientListener listener) {
    requireBatch(logitGradient);
    int slabs = pieces(batchRows, SMALLEST_SLAB);
    for (int l = layers.count() - 1; l >= 0; l--) {
      int layer = l;
      List<Runnable> tiles = weightGradientTiles(l, logitGradient);
      parallel.run(tiles.size(), task -> tiles.get(task).run());
      listener.done(
          Math.toIntExact(layers.weightsAt(l)),
          Math.toIntExact(layers.biasAt(l)) + layers.outputs(l));
      if (l > 0) {
        parallel.run(slabs, slab -> slopeBelow(layer, logitGradient, slab, slabs));
      }
    }
  }

  private void requireBatch(FloatMatrix logitGradient) {
    if (logitGradient.rows() != batchRows) {
      throw new IllegalStateException(
          "backward must follow forward of the same batch: "
              + logitGradient.rows()
              + " rows after "
              + batchRows);
    }
  }

  /** D_{l-1} = s D_l W_lᵀ ∘ a'(H_l), for one slab of rows. */
  private void slopeBelow(int layer, FloatMatrix logitGradient, int slab, int slabs) {
    try (PointerScope scope = Engine.scope()) {
      int from = bound(batchRows, slab, slabs);
      int rows = bound(batchRows, slab + 1, slabs) - from;
      Tensor above = slope(layer, logitGradient).tensor().narrow(0, from, rows);
      Tensor slope = slopes[layer - 1].tensor().narrow(0, from, rows);
      Tensor weights = layers.weights(parameters, layer).t();
      torch.addmm_out(slope, slope, above, weights, ZERO, scale(layer));
      activation.backward(slope, outputs[layer - 1].tensor().narrow(0, from, rows));
    }
  }

  private FloatMatrix slope(int layer, FloatMatrix logitGradient) {
    return layer == layers.count() - 1 ? logitGradient : slopes[layer];
  }

  /** ∂W_l = s H_lᵀ D_l, cut by rows of W_l, and ∂b_l. */
  private List<Runnable> weightGradientTiles(int layer, FloatMatrix logitGradient) {
    List<Runnable> tiles = new ArrayList<>();
    FloatMatrix slope = slope(layer, logitGradient);
    FloatMatrix below = layer == 0 ? input : outputs[layer - 1];
    int count = pieces(layers.inputs(layer), SMALLEST_TILE);
    for (int t = 0; t < count; t++) {
      int from = bound(layers.inputs(layer), t, count);
      int rows = bound(layers.inputs(layer), t + 1, count) - from;
      boolean first = t == 0;
      tiles.add(
          () -> {
            try (PointerScope scope = Engine.scope()) {
              Tensor d = slope.tensor().narrow(0, 0, batchRows);
              Tensor h = below.tensor().narrow(0, 0, batchRows).narrow(1, from, rows).t();
              Tensor out = layers.weights(gradient, layer).narrow(0, from, rows);
              torch.addmm_out(out, out, h, d, ZERO, scale(layer));
              if (first) {
                torch.sum_out(layers.bias(gradient, layer), d, 0);
              }
            }
          });
    }
    return tiles;
  }

  @Override
  public void predict(FloatMatrix features, FloatMatrix logProbabilities, Parallel parallel) {
    predict(features, Optional.empty(), logProbabilities, parallel);
  }

  /** Also writes the outputs of the last hidden layer. */
  void predict(
      FloatMatrix features, FloatMatrix hidden, FloatMatrix logProbabilities, Parallel parallel) {
    predict(features, Optional.of(hidden), logProbabilities, parallel);
  }

  /** How many units the last hidden layer has; 0 where there is none. */
  int hiddenUnits() {
    return layers.count() == 1 ? 0 : layers.inputs(layers.count() - 1);
  }

  private void predict(
      FloatMatrix features,
      Optional<FloatMatrix> hidden,
      FloatMatrix logProbabilities,
      Parallel parallel) {
    requireColumns(features);
    int rows = features.rows();
    int chunks = (rows + SMALLEST_SLAB - 1) / SMALLEST_SLAB;
    parallel.run(
        chunks,
        chunk -> {
          try (PointerScope scope = Engine.scope()) {
            int from = chunk * SMALLEST_SLAB;
            int count = Math.min(SMALLEST_SLAB, rows - from);
            Tensor below = features.tensor().narrow(0, from, count);
            for (int l = 0; l < layers.count(); l++) {
              if (hidden.isPresent() && l == layers.count() - 1) {
                hidden.get().tensor().narrow(0, from, count).copy_(below);
              }
              below =
                  torch.addmm(
                      layers.bias(parameters, l), below, layers.weights(parameters, l), ONE, ONE);
              if (l < layers.count() - 1) {
                activation.apply(below);
              }
            }
            logProbabilities.tensor().narrow(0, from, count).copy_(torch.log_softmax(below, 1));
          }
        });
  }

  @Override
  public void close() {
    release();
    if (ownsParameters) {
      parameters.close();
    }
    gradient.close();
  }

  /** Weights as named, those of the last layer, which has no activation, with variance 1/inputs. */
  private void initialize(Initialization initialization, Seed seed) {
    for (int l = 0; l < layers.count(); l++) {
      Initialization own = l < layers.count() - 1 ? initialization : Initialization.LECUN;
      double bound = Math.sqrt(3 * own.variance(layers.inputs(l), layers.outputs(l)));
      SplittableRandom random = seed.derive("layer").derive(l).random();
      int from = Math.toIntExact(layers.weightsAt(l));
      int end = Math.toIntExact(layers.biasAt(l));
      for (int at = from; at < end; at++) {
        parameters.set(0, at, (float) (bound * (2 * random.nextDouble() - 1)));
      }
    }
  }

  private Scalar scale(int layer) {
    return new Scalar((float) (layer == 0 ? 1 : dropout.keptScale()));
  }

  private void reserve(int rows) {
    if (outputs.length > 0 && outputs[0].rows() >= rows) {
      return;
    }
    release();
    outputs = new FloatMatrix[layers.count()];
    slopes = new FloatMatrix[layers.count() - 1];
    for (int l = 0; l < layers.count(); l++) {
      outputs[l] = FloatMatrix.allocate(rows, layers.outputs(l));
      if (l < layers.count() - 1) {
        slopes[l] = FloatMatrix.allocate(rows, layers.outputs(l));
      }
    }
  }

  private void release() {
    for (FloatMatrix matrix : outputs) {
      matrix.close();
    }
    for (FloatMatrix matrix : slopes) {
      matrix.close();
    }
  }

  private void requireColumns(FloatMatrix features) {
    if (features.columns() != inputs()) {
      throw new IllegalArgumentException(
          "features must have " + inputs() + " columns, but had " + features.columns());
    }
  }

  /** The largest power of two of pieces that are not smaller than they should be. */
  private static int pieces(int rows, int smallest) {
    return Math.max(1, Integer.highestOneBit(Math.max(1, rows / smallest)));
  }

  private static int bound(int rows, int piece, int pieces) {
    return (int) ((long) rows * piece / pieces);
  }
}
