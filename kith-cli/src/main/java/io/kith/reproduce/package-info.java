/**
 * Every figure and experiment of the paper, on any labelled data.
 *
 * <p>{@link io.kith.reproduce.Reproduction} runs stages, keeps what each measured in a file, and
 * draws a page that says beside each figure what the paper claims and whether this run shows it.
 */
package io.kith.reproduce;
