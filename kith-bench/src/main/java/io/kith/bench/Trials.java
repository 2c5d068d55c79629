package io.kith.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kith.Kith;
import io.kith.Preparation;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.engine.Compute;
import io.kith.engine.Device;
import io.kith.engine.Precision;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Any options side by side on one corpus, whose graph is built once.
 *
 * <p>{@code Trials CORPUS [cpu|cuda]}: each line of standard input is a run, its options by dotted
 * name as in {@link MethodOrder}, such as {@code seed=2 method=graph split.labelRatio=0.02}; what
 * it does not name is as by default. Prints a line for each: accuracy in percent of its best epoch
 * on the validation rows and on the test rows, that epoch, seconds, and the options.
 */
public final class Trials {
  private Trials() {}

  public static void main(String[] args) throws Exception {
    Device device = args.length > 1 ? Device.parse(args[1]) : Device.CPU;
    Compute compute = device.isGpu() ? new Compute(device, Precision.TF32) : Compute.CPU;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Parallel parallel = Parallel.ofMachine()) {
      SpeechRows speech = SpeechRows.read(Path.of(args[0]), parallel);
      System.out.printf(Locale.ROOT, "%,d training rows%n", speech.split().train().length);
      System.out.println("validation   test  epoch  seconds  options");
      try (Preparation rows = new Preparation(speech.table(), speech.split(), parallel)) {
        RunContext context = RunContext.silent(parallel).withCompute(compute);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (!line.isBlank()) {
            run(line.strip(), rows, context);
          }
        }
      }
    }
  }

  private static void run(String line, Preparation rows, RunContext context) {
    ObjectNode tree = (ObjectNode) Json.tree(RunOptions.defaults());
    for (String pair : line.split("\\s+")) {
      String[] words = pair.split("=", 2);
      MethodOrder.set(tree, words[0], words[1]);
    }
    RunOptions options = Json.as(tree, RunOptions.class, "the line '" + line + "'");
    long began = System.nanoTime();
    Trained trained = Kith.run(rows, options, context);
    trained.model().close();
    System.out.printf(
        Locale.ROOT,
        "%10.2f %6.2f %6d %8.1f  %s%n",
        100 * trained.run().validation().accuracy(),
        100 * trained.run().test().accuracy(),
        trained.run().training().best().epoch(),
        (System.nanoTime() - began) / 1e9,
        line);
  }
}
