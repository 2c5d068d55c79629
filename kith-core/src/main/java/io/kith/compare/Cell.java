package io.kith.compare;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One method at one label ratio with one seed.
 *
 * @param ratio in percent
 * @param labels how many training labels were visible
 * @param vanished classes that training rows have, but no visible label
 * @param chosen the options of the candidate that ran
 * @param testAccuracy over the test rows; rows about which the method says nothing count as wrong
 * @param hiddenAccuracy over the training rows whose label was hidden; NaN where none was
 * @param unreachedTest test rows about which the method says nothing
 * @param unreachedTrain training rows, likewise
 * @param seconds wall-clock time, without the graph, which all methods share, and without tuning
 * @param cpuSeconds processor time of all threads
 * @param peakBytes the most memory that the process had resident, data and graph included; 0 where
 *     the system does not tell
 */
public record Cell(
    String method,
    double ratio,
    long seed,
    int labels,
    List<String> vanished,
    Map<String, String> chosen,
    double testAccuracy,
    double hiddenAccuracy,
    int unreachedTest,
    int unreachedTrain,
    double seconds,
    double cpuSeconds,
    long peakBytes) {
  public Cell {
    vanished = List.copyOf(vanished);
    chosen = Collections.unmodifiableMap(new TreeMap<>(chosen));
  }
}
