package io.kith.propagate;

/** The propagation learners that can be asked for by name. */
public enum PropagationMethod {
  LABEL_PROPAGATION("label-propagation") {
    @Override
    public Propagation propagation() {
      return LabelPropagation.defaults();
    }
  },
  LABEL_SPREADING("label-spreading") {
    @Override
    public Propagation propagation() {
      return LabelSpreading.defaults();
    }
  },
  MEASURE_PROPAGATION("measure-propagation") {
    @Override
    public Propagation propagation() {
      return MeasurePropagation.defaults();
    }
  },
  MODIFIED_ADSORPTION("mad") {
    @Override
    public Propagation propagation() {
      return ModifiedAdsorption.defaults();
    }
  },
  POISSON("poisson") {
    @Override
    public Propagation propagation() {
      return PoissonLearning.defaults();
    }
  };

  private final String text;

  PropagationMethod(String text) {
    this.text = text;
  }

  /** The learner with its default options. */
  public abstract Propagation propagation();

  @Override
  public String toString() {
    return text;
  }
}
