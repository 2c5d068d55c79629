package io.kith.graph;

import io.kith.base.Fingerprint;
import io.kith.data.Dataset;

/**
 * How a graph was made and how much of the truth it holds; kept in its file where the format has a
 * place for it.
 *
 * @param search how neighbours were looked for
 * @param recall the share of true nearest neighbours that were found
 * @param sigma the kernel's width
 * @param rows the fingerprint of the rows it was made from
 */
public record GraphOrigin(
    String search,
    double recall,
    int neighbors,
    String metric,
    String kernel,
    double sigma,
    String rows) {

  /** Changes when a feature of a row does, but not with labels, groups or ids. */
  public static String fingerprint(Dataset dataset) {
    Fingerprint collected = new Fingerprint().add("rows");
    dataset.features().fingerprint(collected);
    return collected.text();
  }
}
