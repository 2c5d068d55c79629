/**
 * Rows, features, and which labels we may see.
 *
 * <p>A {@link io.kith.data.Dataset} comes from a table (CSV, TSV, JSON lines, Parquet) or from
 * NumPy arrays; a {@link io.kith.data.Split} says which rows train, validate and test, and hides
 * labels for experiments; a {@link io.kith.data.Standardizer} brings features to one scale.
 */
package io.kith.data;
