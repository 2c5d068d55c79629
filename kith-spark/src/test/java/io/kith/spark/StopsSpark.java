package io.kith.spark;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import scala.Option;

/**
 * Stops the Spark that a test class leaves running: there can be one in a process, and the next
 * class may need another. Registered for all tests by {@code junit-platform.properties}.
 */
public final class StopsSpark implements AfterAllCallback {
  @Override
  public void afterAll(ExtensionContext test) {
    Option<SparkContext> left = SparkContext$.MODULE$.getActive();
    if (left.isDefined()) {
      left.get().stop();
    }
  }
}
