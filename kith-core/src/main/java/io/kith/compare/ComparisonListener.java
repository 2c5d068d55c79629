package io.kith.compare;

import java.util.Map;

/** Hears how a comparison goes on. Called from one thread. */
public interface ComparisonListener {
  /** Hears nothing. */
  ComparisonListener NONE = new ComparisonListener() {};

  /** A method is about to run with options that the validation rows chose. */
  default void chose(String method, double ratio, Map<String, String> options, double seconds) {}

  /**
   * A cell is done.
   *
   * @param before whether an earlier run had done it
   */
  default void finished(Cell cell, boolean before) {}
}
