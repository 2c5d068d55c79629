package io.kith.learner;

import io.kith.engine.FloatMatrix;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * Where each layer's weights and biases stand in a flat buffer: W_0, b_0, W_1, b_1, …
 *
 * <p>W_l has one row for each input and one column for each output of layer l.
 */
final class Layers {
  private final int[] widths;

  Layers(int inputs, List<Integer> hidden, int classes) {
    widths = new int[hidden.size() + 2];
    widths[0] = inputs;
    for (int l = 0; l < hidden.size(); l++) {
      widths[l + 1] = hidden.get(l);
    }
    widths[widths.length - 1] = classes;
  }

  int count() {
    return widths.length - 1;
  }

  int inputs(int layer) {
    return widths[layer];
  }

  int outputs(int layer) {
    return widths[layer + 1];
  }

  int parameterCount() {
    long count = 0;
    for (int l = 0; l < count(); l++) {
      count += (widths[l] + 1L) * widths[l + 1];
    }
    return Math.toIntExact(count);
  }

  long weightsAt(int layer) {
    long at = 0;
    for (int l = 0; l < layer; l++) {
      at += (widths[l] + 1L) * widths[l + 1];
    }
    return at;
  }

  long biasAt(int layer) {
    return weightsAt(layer) + (long) inputs(layer) * outputs(layer);
  }

  /** A view of a layer's weights, inputs × outputs; made in the caller's scope. */
  Tensor weights(FloatMatrix flat, int layer) {
    return weights(flat.tensor(), layer);
  }

  /** A view of a layer's bias; made in the caller's scope. */
  Tensor bias(FloatMatrix flat, int layer) {
    return bias(flat.tensor(), layer);
  }

  Tensor weights(Tensor flat, int layer) {
    return flat.view(-1)
        .narrow(0, weightsAt(layer), (long) inputs(layer) * outputs(layer))
        .view(inputs(layer), outputs(layer));
  }

  Tensor bias(Tensor flat, int layer) {
    return flat.view(-1).narrow(0, biasAt(layer), outputs(layer));
  }

  @Override
  public String toString() {
    return Arrays.toString(widths);
  }
}
