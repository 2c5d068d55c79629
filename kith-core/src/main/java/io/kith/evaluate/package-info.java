/**
 * Predictions against the truth: accuracy, confusion, log-loss, calibration.
 *
 * <p>Stands before {@code train} in the order of packages, since training validates with it.
 */
package io.kith.evaluate;
