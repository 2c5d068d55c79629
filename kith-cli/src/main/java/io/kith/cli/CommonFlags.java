package io.kith.cli;

import io.kith.base.Parallel;
import io.kith.engine.Compute;
import io.kith.engine.Device;
import io.kith.engine.Precision;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every working command takes. */
final class CommonFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to use; results do not depend on it. Default: the machine's cores.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "cpu",
      description = "Where to compute: cpu, cuda or cuda:<number>. Default: ${DEFAULT-VALUE}.")
  private String device;

  @Option(
      names = "--precision",
      paramLabel = "NAME",
      defaultValue = "float32",
      description =
          "Numbers in which a GPU multiplies matrices: ${COMPLETION-CANDIDATES}."
              + " Default: ${DEFAULT-VALUE}.")
  private Precision precision;

  @Option(names = "--quiet", description = "Plain progress lines instead of a bar.")
  private boolean quiet;

  @Option(names = "--debug", description = "Show stack traces of errors.")
  private boolean debug;

  Parallel parallel() {
    return new Parallel(threads);
  }

  /** Fails when the device is not there, before any work is done. */
  void requireDevice() {
    device();
  }

  /** The device that was asked for, which is there. */
  Device device() {
    Device asked = Device.parse(device);
    asked.require();
    return asked;
  }

  Compute compute() {
    return new Compute(device(), precision);
  }

  Console console() {
    CommandLine line = spec.commandLine();
    return new Console(line.getOut(), line.getErr(), quiet);
  }

  /** The command line as it was typed. */
  String command() {
    CommandLine root = spec.root().commandLine();
    StringBuilder text = new StringBuilder("kith");
    for (String word : root.getParseResult().originalArgs()) {
      text.append(' ')
          .append(word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return text.toString();
  }
}
