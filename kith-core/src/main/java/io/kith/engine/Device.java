package io.kith.engine;

import io.kith.base.BadInputException;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Where the engine computes: {@code cpu}, or {@code cuda} with a number.
 *
 * @param index the GPU's number, or -1 for the CPU
 */
public record Device(int index) {
  public static final Device CPU = new Device(-1);

  /** Reads {@code cpu}, {@code cuda} or {@code cuda:1}. */
  public static Device parse(String text) {
    if (text.equals("cpu")) {
      return CPU;
    }
    if (text.matches("cuda(:\\d{1,3})?")) {
      return new Device(text.equals("cuda") ? 0 : Integer.parseInt(text.substring(5)));
    }
    throw new BadInputException(
        "device must be cpu, cuda or cuda:<number>, but was '" + text + "'.");
  }

  public boolean isGpu() {
    return index >= 0;
  }

  /** Fails with a plain sentence when the device is not there. */
  public void require() {
    Engine.require();
    if (index >= 0 && (!torch.cuda_is_available() || index >= torch.cuda_device_count())) {
      throw new BadInputException(
          "device "
              + this
              + " is not there: this build of Kith sees no such GPU; use --device cpu.");
    }
    if (index >= 0) {
      throw new BadInputException(
          "training on " + this + " is not part of this version: use --device cpu.");
    }
  }

  /** What the engine calls the device; made in the caller's scope. */
  public org.bytedeco.pytorch.Device toNative() {
    return isGpu()
        ? new org.bytedeco.pytorch.Device(DeviceType.CUDA, (byte) index)
        : new org.bytedeco.pytorch.Device(DeviceType.CPU);
  }

  /** How to make a tensor there; made in the caller's scope. */
  public TensorOptions options(ScalarType type) {
    return new TensorOptions()
        .device(new DeviceOptional(toNative()))
        .dtype(new ScalarTypeOptional(type));
  }

  @Override
  public String toString() {
    return index < 0 ? "cpu" : "cuda:" + index;
  }
}
