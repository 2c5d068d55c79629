package io.kith.compare;

import io.kith.Method;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.propagate.PropagationMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A method that takes part in a comparison: a number of candidates, of which one is chosen by the
 * validation rows, and predictions for test and training rows.
 *
 * <p>Candidates follow from the run's options alone, so a number says which one is meant.
 */
sealed interface Contender permits NetworkContender, PropagationContender {
  String name();

  /** The options in which each candidate differs from others, by name; the one to beat first. */
  List<Map<String, String>> candidates(RunOptions options);

  /** The candidate that does best on the validation rows. */
  int choose(Ground ground, RunOptions options, double budget, RunContext context);

  /** Makes what other methods use, too, so that it is not counted as this one's work. */
  void prepare(Ground ground, RunOptions options, RunContext context);

  Predicted predict(Ground ground, RunOptions options, int candidate, RunContext context);

  /** The methods that can be compared, networks first. */
  static List<String> names() {
    return all().stream().map(Contender::name).toList();
  }

  static Contender named(String name) {
    return all().stream()
        .filter(contender -> contender.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "there is no method '"
                        + name
                        + "'; --methods knows "
                        + String.join(", ", names())
                        + "."));
  }

  private static List<Contender> all() {
    List<Contender> all = new ArrayList<>();
    for (Method method :
        List.of(
            Method.SUPERVISED,
            Method.GRAPH,
            Method.GRAPH_RANDOM,
            Method.GRAPH_PARTITIONS,
            Method.SELF_TRAINING)) {
      all.add(new NetworkContender(method));
    }
    for (PropagationMethod method : PropagationMethod.values()) {
      all.add(new PropagationContender(method.toString(), method, false));
    }
    all.add(new PropagationContender("pmp", PropagationMethod.MEASURE_PROPAGATION, true));
    return all;
  }
}
