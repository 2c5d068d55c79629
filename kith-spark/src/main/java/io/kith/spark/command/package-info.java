/**
 * The {@code kith-spark} command: files in, a model or predictions out, by {@code spark-submit}.
 */
package io.kith.spark.command;
