package io.kith.learner;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * What a hidden unit does with its sum z.
 *
 * <p>Slopes are computed from the output h alone. A dropped unit is exactly 0, and every slope is 0
 * there, so dropout needs no mask of its own in the backward pass.
 */
public enum Activation {
  /** max(0, z); slope [h > 0]. */
  RELU("relu") {
    @Override
    void apply(Tensor z) {
      z.relu_();
    }

    @Override
    void backward(Tensor slope, Tensor h) {
      torch.threshold_backward_out(slope, slope, h, new Scalar(0f));
    }
  },
  /** z where positive, z / 100 elsewhere; slope 1, 1/100, and 0 where h = 0. */
  LEAKY_RELU("leaky-relu") {
    @Override
    void apply(Tensor z) {
      torch.leaky_relu_(z, new Scalar(LEAK));
    }

    @Override
    void backward(Tensor slope, Tensor h) {
      Tensor factor = h.sign().clamp_min_(new Scalar(-LEAK)).abs_();
      slope.mul_(factor);
    }
  },
  /** z where positive, eᶻ − 1 elsewhere; slope 1, h + 1, and 0 where h = 0. */
  ELU("elu") {
    @Override
    void apply(Tensor z) {
      torch.elu_(z);
    }

    @Override
    void backward(Tensor slope, Tensor h) {
      slope.mul_(h.clamp_max(new Scalar(0f)).add_(new Scalar(1f)).mul_(h.sign().abs_()));
    }
  },
  /** tanh z; slope 1 − h², and 0 where h = 0. */
  TANH("tanh") {
    @Override
    void apply(Tensor z) {
      z.tanh_();
    }

    @Override
    void backward(Tensor slope, Tensor h) {
      slope.mul_(h.square().neg_().add_(new Scalar(1f)).mul_(h.sign().abs_()));
    }
  };

  private static final float LEAK = 0.01f;

  private final String text;

  Activation(String text) {
    this.text = text;
  }

  /** Replaces sums by outputs. */
  abstract void apply(Tensor z);

  /** Multiplies the slope by the outputs h with the slope of h by the sums, in place. */
  abstract void backward(Tensor slope, Tensor h);

  @Override
  public String toString() {
    return text;
  }
}
