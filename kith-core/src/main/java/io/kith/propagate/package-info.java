/**
 * Learners that have a graph and some labels and nothing else: what the network is compared with.
 *
 * <p>A {@link io.kith.propagate.Propagation} carries {@link io.kith.propagate.Evidence} over the
 * edges of an affinity graph; the {@link io.kith.propagate.Propagated} result says what each row is
 * likely to be, and which rows no label reaches. Rows outside of the graph ({@link
 * io.kith.propagate.Newcomers}) are judged by their nearest rows in it.
 *
 * <p>Memory is two numbers for each row and class (four for Poisson learning), and one for each
 * edge: a million rows of 39 classes take less than 1.5 GB.
 */
package io.kith.propagate;
