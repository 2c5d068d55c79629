/**
 * Everything one run did, as JSON ({@link io.kith.report.Run}) and as one HTML page ({@link
 * io.kith.report.RunPage}).
 */
package io.kith.report;
