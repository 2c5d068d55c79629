package io.kith.cli;

import io.kith.report.Run;
import io.kith.report.RunPage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = "Writes the page of one run, or of several side by side.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ReportCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run folders, or their run.json.")
  private List<Path> runs;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "report.html",
      description = "Page to write. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Mixin private CommonFlags common;

  @Override
  public Integer call() {
    List<Run> read = runs.stream().map(RunFolder::read).toList();
    if (read.size() == 1) {
      RunPage.write(out, read);
    } else {
      RunPage.write(out, runs.stream().map(RunFolder::name).toList(), read);
    }
    common.console().print("report       %s", out);
    return 0;
  }
}
