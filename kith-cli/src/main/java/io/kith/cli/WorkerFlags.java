package io.kith.cli;

import io.kith.OptionTree;
import io.kith.train.RateScaling;
import io.kith.train.Sync;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How many workers train, and how they keep together. */
final class WorkerFlags {
  @Option(
      names = "--workers",
      paramLabel = "K",
      description = "Workers, each on a meta-batch of its own. Default: 1.")
  private Integer count;

  @Option(
      names = "--sync",
      paramLabel = "MODE",
      converter = SyncMode.Converter.class,
      description =
          "When workers hear of each other: synchronous (default): every update averages one"
              + " gradient of each; asynchronous: each gradient is applied as soon as it is there,"
              + " and no run is like another; in-turn: the same in the order of batches, which can"
              + " be repeated; local:H: each takes H steps alone, then parameters are averaged.")
  private SyncMode sync;

  @Option(
      names = "--staleness",
      paramLabel = "S",
      description =
          "Of asynchronous and in-turn: the most updates that a gradient may have missed. Default:"
              + " any number.")
  private Integer staleness;

  @Option(
      names = "--local-after",
      paramLabel = "EPOCHS",
      description = "Of local: epochs that are trained synchronously first. Default: 0.")
  private Integer localAfter;

  @Option(
      names = "--rate-scaling",
      paramLabel = "NAME",
      description =
          "What the learning rate is multiplied by for K workers: none (default), linear for K, or"
              + " sqrt for its root.")
  private RateScaling rateScaling;

  @Option(
      names = "--scaled-epochs",
      paramLabel = "EPOCHS",
      description = "Epochs after which the learning rate is no longer scaled. Default: never.")
  private Integer scaledEpochs;

  void applyTo(OptionTree options) {
    options.set("training.workers.count", count);
    if (sync != null) {
      options.set("training.workers.sync", sync.mode);
      options.set("training.workers.localSteps", sync.steps);
    }
    options.set("training.workers.staleness", staleness);
    options.set("training.workers.localAfter", localAfter);
    options.set("training.workers.rateScaling", rateScaling);
    options.set("training.workers.scaledEpochs", scaledEpochs);
  }

  /** A mode and, of local, its steps; null where none were given. */
  private record SyncMode(Sync mode, Integer steps) {
    static final class Converter implements ITypeConverter<SyncMode> {
      @Override
      public SyncMode convert(String text) {
        if (text.matches("local:\\d{1,9}")) {
          return new SyncMode(Sync.LOCAL, Integer.valueOf(text.substring(6)));
        }
        for (Sync mode : Sync.values()) {
          if (mode != Sync.LOCAL && mode.toString().equals(text)) {
            return new SyncMode(mode, null);
          }
        }
        throw new TypeConversionException(
            "'" + text + "' is not one of synchronous, asynchronous, in-turn, local:<steps>");
      }
    }
  }
}
