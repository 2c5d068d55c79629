package io.kith.learner;

import io.kith.engine.Engine;
import io.kith.engine.GpuArray;
import io.kith.engine.Upload;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * An {@link Optimizer} at work on a GPU: its rule and state, one pass over memory a step.
 *
 * <p>The learning rate of a step comes from the {@link Upload}, so that a recorded step can take
 * any. Belongs to the thread of its queue.
 */
public final class GpuOptimizer implements AutoCloseable {
  /** How many floats {@link #prepare} writes. */
  public static final int CONTROL_LENGTH = 3;

  private final Optimizer home;
  private final GpuNetwork network;
  private final List<Tensor> state;

  /** Takes over an optimizer's state as it is. */
  public GpuOptimizer(Optimizer home, GpuNetwork network) {
    this.home = home;
    this.network = network;
    try (PointerScope scope = Engine.scope()) {
      this.state =
          home.state().stream()
              .map(v -> (Tensor) torch.zeros_like(network.parameters().tensor()).retainReference())
              .toList();
    }
    upload();
  }

  /** Takes the state from its home. */
  public void upload() {
    for (int v = 0; v < state.size(); v++) {
      state.get(v).copy_(home.state().get(v).tensor().view(-1));
    }
  }

  /** Counts a step and writes what it takes. */
  public void prepare(double rate, Upload.Page page, int at) {
    home.resumeAt(home.steps() + 1);
    double[] control = home.control(rate, home.steps());
    for (int c = 0; c < control.length; c++) {
      page.set(at + c, (float) control[c]);
    }
  }

  /**
   * Moves the parameters.
   *
   * @param control what {@link #prepare} wrote, on the GPU
   * @param shorten a single factor for the gradient
   */
  public void step(GpuArray control, GpuArray shorten) {
    int count = network.parameterCount();
    String kernel = network.named(home.kernel());
    if (state.size() == 1) {
      network
          .kernels()
          .launch(
              kernel,
              count,
              network.parameters().tensor(),
              network.gradient().tensor(),
              state.get(0),
              network.factors(),
              control.tensor(),
              shorten.tensor(),
              count);
    } else {
      network
          .kernels()
          .launch(
              kernel,
              count,
              network.parameters().tensor(),
              network.gradient().tensor(),
              state.get(0),
              state.get(1),
              network.factors(),
              control.tensor(),
              shorten.tensor(),
              count);
    }
  }

  /** Puts the state back into its home; waits for the GPU. */
  public void download() {
    for (int v = 0; v < state.size(); v++) {
      home.state().get(v).tensor().view(-1).copy_(state.get(v));
    }
  }

  @Override
  public void close() {
    network.await();
    state.forEach(Tensor::releaseReference);
  }
}
