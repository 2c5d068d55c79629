package io.kith.engine;

/**
 * In which numbers a GPU multiplies matrices; sums and parameters are 32-bit floats in any case.
 */
public enum Precision {
  /** 32-bit floats, as on the CPU. */
  FLOAT32("float32"),
  /** Factors rounded to 10 bits of mantissa by the tensor cores. */
  TF32("tf32"),
  /** Activations and factors in 16 bits, 7 of them mantissa. */
  BF16("bf16");

  private final String text;

  Precision(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
