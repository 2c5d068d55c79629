package io.kith.graph;

/** The kernels that can be asked for by name. */
public enum Kernel {
  RBF("rbf") {
    @Override
    AffinityKernel with(double sigma) {
      return new AffinityKernel.Rbf(sigma);
    }
  },
  RBF_UNSQUARED("rbf-unsquared") {
    @Override
    AffinityKernel with(double sigma) {
      return new AffinityKernel.RbfUnsquared(sigma);
    }
  };

  private final String text;

  Kernel(String text) {
    this.text = text;
  }

  abstract AffinityKernel with(double sigma);

  @Override
  public String toString() {
    return text;
  }
}
