package io.kith.learner;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.engine.NativeModule;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Your own network as a learner: gradients come from the engine's automatic differentiation.
 *
 * <p>The module's parameters, and their gradients, become views of two flat buffers, so that an
 * optimizer step reaches the module without a copy. What a module keeps besides parameters (the
 * running means of batch normalisation) is not among them and stays that of the last step.
 *
 * <p>A training step runs on one thread; prediction is cut into chunks of rows. One training thread
 * at a time; {@link #predict} may be called by many, but not during a training step.
 */
public final class ModuleLearner implements Learner {
  private static final int ROWS_PER_CHUNK = 256;

  /** Dropout inside modules draws from the engine's one generator, seeded before each step. */
  private static final Object GENERATOR = new Object();

  private final NativeModule module;
  private final int inputs;
  private final int classes;
  private final FloatMatrix parameters;
  private final FloatMatrix gradient;

  /** What the last forward pass left for the backward pass. */
  private Tensor logits;

  /** Takes over the module: closing the learner closes it. */
  public ModuleLearner(NativeModule module, int inputs, int classes) {
    this.module = module;
    this.inputs = inputs;
    this.classes = classes;
    requireShapes();
    int count = parameterCount();
    parameters = FloatMatrix.allocate(1, count);
    gradient = FloatMatrix.allocate(1, count);
    moveIntoBuffers();
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int classes() {
    return classes;
  }

  @Override
  public FloatMatrix parameters() {
    return parameters;
  }

  @Override
  public FloatMatrix gradient() {
    return gradient;
  }

  @Override
  public FloatMatrix forward(FloatMatrix features, Seed noise, Parallel parallel) {
    requireColumns(features);
    forget();
    try (PointerScope scope = Engine.scope()) {
      Tensor out;
      synchronized (GENERATOR) {
        torch.manual_seed(noise.value());
        out = module.forwardInTraining(features.tensor());
      }
      requireLogits(out, features.rows());
      logits = new Tensor(out).retainReference();
      return FloatMatrix.of(torch.log_softmax(logits.detach(), 1));
    }
  }

  @Override
  public void backward(FloatMatrix logitGradient, Parallel parallel) {
    if (logits == null || logits.size(0) != logitGradient.rows()) {
      throw new IllegalStateException(
          "backward must follow forward of the same batch: "
              + logitGradient.rows()
              + " rows after "
              + (logits == null ? 0 : logits.size(0)));
    }
    try (PointerScope scope = Engine.scope()) {
      gradient.tensor().zero_(); // the engine adds to what is there
      logits.backward(
          logitGradient.tensor(), new BoolOptional(), false, new TensorArrayRefOptional());
    }
    forget();
  }

  @Override
  public void predict(FloatMatrix features, FloatMatrix logProbabilities, Parallel parallel) {
    requireColumns(features);
    int rows = features.rows();
    parallel.run(
        (rows + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK,
        chunk -> {
          try (PointerScope scope = Engine.scope();
              NoGradGuard noGradient = new NoGradGuard()) {
            int from = chunk * ROWS_PER_CHUNK;
            int count = Math.min(ROWS_PER_CHUNK, rows - from);
            Tensor out = module.forward(features.tensor().narrow(0, from, count));
            logProbabilities.tensor().narrow(0, from, count).copy_(torch.log_softmax(out, 1));
          }
        });
  }

  @Override
  public void close() {
    forget();
    module.close();
    parameters.close();
    gradient.close();
  }

  /** Tries the module on two rows of zeros, so that a misfit shows before the work begins. */
  private void requireShapes() {
    try (PointerScope scope = Engine.scope();
        NoGradGuard noGradient = new NoGradGuard()) {
      requireLogits(module.forward(torch.zeros(2, inputs)), 2);
    } catch (BadInputException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new BadInputException(
          module.name()
              + " does not take rows of "
              + inputs
              + " features ("
              + firstLine(e)
              + "): change its first layer.",
          e);
    }
  }

  private void requireLogits(Tensor out, int rows) {
    boolean fits = out.dim() == 2 && out.size(0) == rows && out.size(1) == classes;
    if (!fits) {
      long[] shape = new long[Math.toIntExact(out.dim())];
      Arrays.setAll(shape, out::size);
      throw new BadInputException(
          module.name()
              + " makes a tensor of shape "
              + Arrays.toString(shape)
              + " from "
              + rows
              + " rows, but ["
              + rows
              + ", "
              + classes
              + "], one logit for each class, is needed: change its last layer.");
    }
  }

  private int parameterCount() {
    long count = 0;
    for (Tensor parameter : module.parameters()) {
      count += parameter.numel();
    }
    if (count == 0) {
      throw new BadInputException(
          module.name() + " has no parameter to train: none of them asks for a gradient.");
    }
    return Math.toIntExact(count);
  }

  private void moveIntoBuffers() {
    try (PointerScope scope = Engine.scope();
        NoGradGuard noGradient = new NoGradGuard()) {
      long at = 0;
      for (Tensor parameter : module.parameters()) {
        Tensor values = view(parameters, at, parameter).copy_(parameter);
        parameter.set_data(values);
        parameter.mutable_grad().put(view(gradient, at, parameter));
        at += parameter.numel();
      }
    }
  }

  private static Tensor view(FloatMatrix flat, long at, Tensor like) {
    return flat.tensor().view(-1).narrow(0, at, like.numel()).view_as(like);
  }

  private void requireColumns(FloatMatrix features) {
    if (features.columns() != inputs) {
      throw new IllegalArgumentException(
          "features must have " + inputs + " columns, but had " + features.columns());
    }
  }

  private void forget() {
    if (logits != null) {
      logits.releaseReference();
      logits = null;
    }
  }

  /** The engine says what is wrong in the first line, then where in its source. */
  private static String firstLine(RuntimeException e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("RuntimeError") || !line.contains("TorchScript"))
        .findFirst()
        .orElse("")
        .replaceFirst("^RuntimeError: ", "");
  }
}
