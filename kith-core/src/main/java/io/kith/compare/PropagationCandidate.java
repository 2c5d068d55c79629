package io.kith.compare;

import io.kith.propagate.LabelSpreading;
import io.kith.propagate.MeasurePropagation;
import io.kith.propagate.ModifiedAdsorption;
import io.kith.propagate.Propagation;
import io.kith.propagate.PropagationMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A propagation learner with options worth trying.
 *
 * @param classMass whether class masses are normalised
 * @param options in which it differs from other candidates, by name
 */
record PropagationCandidate(Propagation learner, boolean classMass, Map<String, String> options) {
  private static final double[] ALPHAS = {0.9, 0.99, 0.5};
  private static final double[] MORE_ALPHAS = {0.7, 0.95, 0.999};
  private static final double[] WEIGHT_FACTORS = {1, 0.1, 10};

  /** Of ν and μ₃, beside the weight of the neighbours. */
  private static final double[] SHRINKAGES = {1, 0.1, 10};

  PropagationCandidate {
    options = new TreeMap<>(options); // in the same order every time, for fingerprints
  }

  /** The candidates of a method, its defaults first: nine, or two where there is no option. */
  static List<PropagationCandidate> of(PropagationMethod method) {
    List<PropagationCandidate> candidates = new ArrayList<>();
    switch (method) {
      case LABEL_PROPAGATION, POISSON -> {
        candidates.add(plain(method.propagation(), Map.of()));
        candidates.add(normalized(method.propagation(), Map.of()));
      }
      case LABEL_SPREADING -> {
        for (double alpha : ALPHAS) {
          candidates.add(plain(spreading(alpha), Map.of("alpha", alpha)));
          candidates.add(normalized(spreading(alpha), Map.of("alpha", alpha)));
        }
        for (double alpha : MORE_ALPHAS) {
          candidates.add(plain(spreading(alpha), Map.of("alpha", alpha)));
        }
      }
      case MEASURE_PROPAGATION -> {
        MeasurePropagation defaults = MeasurePropagation.defaults();
        for (double[] pair : weights(defaults.neighborWeight())) {
          candidates.add(
              plain(
                  defaults.withNeighborWeight(pair[0]).withPriorWeight(pair[1]),
                  Map.of("neighborWeight", pair[0], "priorWeight", pair[1])));
        }
      }
      case MODIFIED_ADSORPTION -> {
        ModifiedAdsorption defaults = ModifiedAdsorption.defaults();
        for (double[] pair : weights(defaults.neighborWeight())) {
          candidates.add(
              plain(
                  defaults.withNeighborWeight(pair[0]).withPenalty(pair[1]),
                  Map.of("neighborWeight", pair[0], "penalty", pair[1])));
        }
      }
    }
    return candidates;
  }

  private static LabelSpreading spreading(double alpha) {
    return LabelSpreading.defaults().withAlpha(alpha);
  }

  /** Weights of the neighbours around the given one, each with weights of what holds them back. */
  private static List<double[]> weights(double middle) {
    List<double[]> pairs = new ArrayList<>();
    for (double factor : WEIGHT_FACTORS) {
      for (double shrinkage : SHRINKAGES) {
        pairs.add(
            new double[] {
              RoundNumbers.threeDigits(factor * middle),
              RoundNumbers.threeDigits(shrinkage * factor * middle)
            });
      }
    }
    return pairs;
  }

  private static PropagationCandidate plain(Propagation learner, Map<String, Double> options) {
    return new PropagationCandidate(learner, false, texts(options, "no"));
  }

  private static PropagationCandidate normalized(Propagation learner, Map<String, Double> options) {
    return new PropagationCandidate(learner, true, texts(options, "yes"));
  }

  private static Map<String, String> texts(Map<String, Double> options, String classMass) {
    Map<String, String> texts = new TreeMap<>(Map.of("classMass", classMass));
    options.forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }
}
