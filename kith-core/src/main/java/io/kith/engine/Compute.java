package io.kith.engine;

/**
 * Where training computes, and in which numbers.
 *
 * @param precision of matrix products on a GPU
 */
public record Compute(Device device, Precision precision) {
  /** On the CPU. */
  public static final Compute CPU = new Compute(Device.CPU, Precision.FLOAT32);

  @Override
  public String toString() {
    return device.isGpu() ? device + ", " + precision : device.toString();
  }
}
