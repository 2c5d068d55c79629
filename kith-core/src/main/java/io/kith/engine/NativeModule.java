package io.kith.engine;

import io.kith.base.BadInputException;
import io.kith.base.WholeFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.OutputArchive;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.parameter_iterator;

/**
 * A network that someone else wrote: rows of features in, logits out, differentiable by the engine.
 *
 * <p>Either composed from the engine's layers or read from a TorchScript file. It stands in
 * evaluation mode except while {@link #forwardInTraining} runs; threads may call {@link #forward}
 * together.
 */
public final class NativeModule implements AutoCloseable {
  private final String name;
  private final Pointer root;
  private final List<Tensor> parameters = new ArrayList<>();
  private final List<Module> parts = new ArrayList<>();
  private final UnaryOperator<Tensor> forward;
  private final Consumer<Boolean> mode;
  private final Consumer<String> save;

  private NativeModule(
      String name,
      Pointer root,
      UnaryOperator<Tensor> forward,
      Consumer<Boolean> mode,
      Consumer<String> save) {
    this.name = name;
    this.root = root.retainReference();
    this.forward = forward;
    this.mode = mode;
    this.save = save;
    mode.accept(false);
  }

  /**
   * A network composed in Java, such as {@code of(sequential, sequential::forward)}. Its layers
   * must be made outside any {@link PointerScope}.
   *
   * @param layers holds every layer that is to be trained
   * @param forward turns N × features into N × classes
   * @param parts layers that nothing in Java refers to but {@code layers} contains: some of the
   *     engine's, dropout among them, are freed with their Java object and must be kept with it
   */
  public static NativeModule of(Module layers, UnaryOperator<Tensor> forward, Module... parts) {
    try (PointerScope scope = Engine.scope()) {
      NativeModule module =
          new NativeModule(
              "the network", layers, forward, layers::train, file -> saveState(layers, file));
      module.parts.addAll(List.of(parts));
      TensorVector all = layers.parameters();
      for (long i = 0; i < all.size(); i++) {
        module.keep(all.get(i));
      }
      return module;
    }
  }

  /**
   * Reads a TorchScript file, as {@code torch.jit.save} and {@code torch.jit.script(…).save} write
   * it.
   */
  public static NativeModule load(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new BadInputException("there is no file " + file + ": check the path.");
    }
    try (PointerScope scope = Engine.scope()) {
      DeviceOptional cpu = new DeviceOptional(new org.bytedeco.pytorch.Device(DeviceType.CPU));
      JitModule script = torch.load(file.toString(), cpu, true);
      NativeModule module =
          new NativeModule(
              file.toString(), script, x -> run(script, x), script::train, script::save);
      parameter_iterator end = script.parameters().end();
      for (parameter_iterator i = script.parameters().begin();
          i.notEquals(end);
          i = i.increment()) {
        module.keep(i.multiply());
      }
      return module;
    } catch (RuntimeException e) {
      throw new BadInputException(
          file + " is not a whole TorchScript file: write it with torch.jit.save.", e);
    }
  }

  /** What the module is called in a complaint. */
  public String name() {
    return name;
  }

  /** The parameters that ask for a gradient, each once. */
  public List<Tensor> parameters() {
    return List.copyOf(parameters);
  }

  /** Logits in evaluation mode; made in the caller's scope. */
  public Tensor forward(Tensor features) {
    return forward.apply(features);
  }

  /** Logits with dropout and the like; made in the caller's scope. One thread at a time. */
  public Tensor forwardInTraining(Tensor features) {
    mode.accept(true);
    try {
      return forward.apply(features);
    } finally {
      mode.accept(false);
    }
  }

  /**
   * Writes a TorchScript module as TorchScript, a composed one as an archive of its state that
   * {@code torch.jit.load} reads too.
   */
  public void save(Path file) {
    WholeFiles.writeVia(file, temporary -> save.accept(temporary.toString()));
  }

  @Override
  public void close() {
    parameters.forEach(Tensor::releaseReference);
    root.releaseReference();
  }

  private void keep(Tensor parameter) {
    if (!parameter.requires_grad() || parameters.stream().anyMatch(parameter::is_same)) {
      return; // frozen, or shared by two layers
    }
    if (parameter.scalar_type().intern() != ScalarType.Float) {
      throw new BadInputException(
          name + " has parameters that are no 32-bit floats: convert it with .float().");
    }
    parameters.add(new Tensor(parameter).retainReference());
  }

  private static Tensor run(JitModule script, Tensor features) {
    IValue result = script.forward(new IValueVector(new IValue(features)));
    if (!result.isTensor()) {
      throw new IllegalStateException("its forward method returns no tensor");
    }
    return new Tensor(result.toTensor()); // a handle that outlives the result
  }

  private static void saveState(Module layers, String file) {
    try (PointerScope scope = Engine.scope()) {
      OutputArchive archive = new OutputArchive();
      layers.save(archive);
      archive.save_to(file);
    }
  }
}
