package io.kith.cli;

import io.kith.base.BadInputException;
import io.kith.propagate.LabelSpreading;
import io.kith.propagate.MeasurePropagation;
import io.kith.propagate.ModifiedAdsorption;
import io.kith.propagate.Propagation;
import io.kith.propagate.PropagationMethod;
import io.kith.propagate.Stopping;
import picocli.CommandLine.Option;

/** Which propagation learner, and how. */
final class PropagationFlags {
  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = "label-spreading",
      description =
          "label-spreading (default), label-propagation, measure-propagation, mad or poisson.")
  private PropagationMethod method;

  @Option(
      names = "--alpha",
      paramLabel = "SHARE",
      description =
          "Of label-spreading: how much of a row comes from its neighbours. Default: 0.9.")
  private Double alpha;

  @Option(
      names = "--neighbor-weight",
      paramLabel = "X",
      description =
          "Of measure-propagation and mad: how much neighbours should agree. Default: 0.1 and 1.")
  private Double neighborWeight;

  @Option(
      names = "--prior-weight",
      paramLabel = "X",
      description =
          "Of measure-propagation: how much rows are drawn towards uniform. Default: 0.1.")
  private Double priorWeight;

  @Option(
      names = "--score-penalty",
      paramLabel = "X",
      description = "Of mad: how much scores are drawn towards zero. Default: 1.")
  private Double penalty;

  @Option(
      names = "--class-mass",
      description = "Bring the classes' shares among unlabelled rows to those of the labels.")
  private boolean classMass;

  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description = "Largest change at which the iteration ends. Default: 0.0001.")
  private double tolerance = Stopping.defaults().tolerance();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Most rounds of the iteration. Default: 1000.")
  private int rounds = Stopping.defaults().rounds();

  PropagationMethod method() {
    return method;
  }

  boolean classMass() {
    return classMass;
  }

  Propagation learner() {
    Propagation chosen =
        switch (method) {
          case LABEL_SPREADING ->
              alpha == null ? method.propagation() : LabelSpreading.defaults().withAlpha(alpha);
          case MEASURE_PROPAGATION -> measurePropagation();
          case MODIFIED_ADSORPTION -> modifiedAdsorption();
          case LABEL_PROPAGATION, POISSON -> method.propagation();
        };
    boolean measures = method == PropagationMethod.MEASURE_PROPAGATION;
    boolean adsorbs = method == PropagationMethod.MODIFIED_ADSORPTION;
    requireUse("--alpha", alpha, method == PropagationMethod.LABEL_SPREADING);
    requireUse("--neighbor-weight", neighborWeight, measures || adsorbs);
    requireUse("--prior-weight", priorWeight, measures);
    requireUse("--score-penalty", penalty, adsorbs);
    return chosen.withStopping(new Stopping(tolerance, rounds));
  }

  private Propagation measurePropagation() {
    MeasurePropagation defaults = MeasurePropagation.defaults();
    return defaults
        .withNeighborWeight(neighborWeight == null ? defaults.neighborWeight() : neighborWeight)
        .withPriorWeight(priorWeight == null ? defaults.priorWeight() : priorWeight);
  }

  private Propagation modifiedAdsorption() {
    ModifiedAdsorption defaults = ModifiedAdsorption.defaults();
    return defaults
        .withNeighborWeight(neighborWeight == null ? defaults.neighborWeight() : neighborWeight)
        .withPenalty(penalty == null ? defaults.penalty() : penalty);
  }

  private void requireUse(String flag, Double value, boolean used) {
    if (value != null && !used) {
      throw new BadInputException(
          flag + " means nothing to --method " + method + ": leave it out.");
    }
  }
}
