package io.kith.base;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Where an artefact comes from: enough to make it again.
 *
 * @param options every option of the run
 * @param dataFingerprint of the data set it was trained on
 * @param command the command line, or empty when started from a program
 */
public record Provenance(
    String kith,
    String java,
    String engine,
    String machine,
    String created,
    String command,
    String dataFingerprint,
    JsonNode options) {

  public static Provenance now(
      String engine, String command, String dataFingerprint, Object options) {
    return new Provenance(
        kithVersion(),
        System.getProperty("java.runtime.version"),
        engine,
        machineText(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        command,
        dataFingerprint,
        Json.tree(options));
  }

  /** The version of Kith, or "development" when it does not run from its jar. */
  public static String kithVersion() {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private static String machineText() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " cores";
  }
}
