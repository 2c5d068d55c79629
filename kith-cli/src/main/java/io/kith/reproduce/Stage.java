package io.kith.reproduce;

import io.kith.report.Page;

/**
 * One experiment: measured once, kept as plain values, drawn from them.
 *
 * @param <R> what it measures, a record that JSON can hold
 */
interface Stage<R> {
  StageName name();

  /** All that the result depends on besides the data. */
  Object inputs();

  Class<R> resultType();

  R measure(Laboratory laboratory);

  /** Adds a section with figures and claims to the page. */
  void draw(R result, Page page);
}
