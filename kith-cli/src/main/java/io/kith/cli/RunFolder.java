package io.kith.cli;

import io.kith.RunContext;
import io.kith.Trained;
import io.kith.Tuning;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.WholeFiles;
import io.kith.data.Dataset;
import io.kith.data.Predictions;
import io.kith.report.Run;
import io.kith.report.RunPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a run's files stand: {@code model/}, {@code predictions.csv}, {@code run.json}, {@code
 * report.html}.
 */
final class RunFolder {
  private static final String CHECKPOINT = "checkpoint.npz";

  private final Path folder;

  private RunFolder(Path folder) {
    this.folder = folder;
  }

  /** Makes sure, before the work, that the folder can be written and holds nothing foreign. */
  static RunFolder claim(Path folder) {
    claim(folder, "run.json", CHECKPOINT, Tuning.FILE);
    return new RunFolder(folder);
  }

  /**
   * Makes sure that a folder can be written, and that it is new, empty or Kith's own.
   *
   * @param marks names of files, one of which stands in every folder of that kind
   */
  static void claim(Path folder, String... marks) {
    boolean own = Stream.of(marks).anyMatch(mark -> Files.exists(folder.resolve(mark)));
    if (Files.isDirectory(folder) && !own) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new BadInputException(
              folder + " is not empty and no earlier run of Kith: choose another --out.");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    WholeFiles.requireWritableFolder(folder);
  }

  /** Whether a run began here and did not end. */
  boolean isInterrupted() {
    return Stream.of(CHECKPOINT, RunContext.BASELINE_FILE, Tuning.FILE)
        .anyMatch(name -> Files.exists(folder.resolve(name)));
  }

  Path model() {
    return folder.resolve("model");
  }

  Path checkpoint() {
    return folder.resolve(CHECKPOINT);
  }

  Path predictions() {
    return folder.resolve("predictions.csv");
  }

  Path report() {
    return folder.resolve("report.html");
  }

  void write(Trained trained, Dataset dataset, Parallel parallel) {
    trained.model().save(model());
    Predictions.write(
        predictions(),
        dataset,
        trained.model().classNames(),
        sink -> trained.model().predict(dataset.features(), parallel, sink));
    trained.run().write(folder.resolve("run.json"));
    RunPage.write(report(), List.of(trained.run()));
  }

  /** Reads the run of a folder, or of a run.json itself. */
  static Run read(Path path) {
    Path file = Files.isDirectory(path) ? path.resolve("run.json") : path;
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(
          "there is no run at " + path + " (no run.json): give a folder that kith train wrote.");
    }
    return Run.read(file);
  }
}
