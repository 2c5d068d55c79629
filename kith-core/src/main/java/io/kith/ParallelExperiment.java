package io.kith;

import io.kith.base.Parallel;
import io.kith.train.EpochSummary;
import io.kith.train.TrainingHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The paper's parallel experiment: the same training with 1, 2, 4, … workers, its validation
 * accuracy against epochs and against wall-clock time.
 *
 * <p>Each worker has one thread, as long as there are cores. More workers than cores still show
 * what an epoch brings, but no less time.
 */
public final class ParallelExperiment {
  private ParallelExperiment() {}

  /** Trains once; what is prepared for all trainings may be shared between them. */
  @FunctionalInterface
  public interface Training {
    TrainingHistory train(RunOptions options, Parallel threads);
  }

  /**
   * What came of it, as plain values.
   *
   * @param cores of the machine, for whoever reads the seconds
   */
  public record Result(int cores, List<Curve> curves) {
    public Result {
      curves = List.copyOf(curves);
    }
  }

  /**
   * One training.
   *
   * @param sync how the workers kept together
   * @param threads as many as workers, but no more than cores
   */
  public record Curve(int workers, String sync, int threads, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }

    /** The first epoch that reached an accuracy on the validation rows. */
    public OptionalInt epochsTo(double accuracy) {
      return points.stream().filter(p -> p.accuracy >= accuracy).mapToInt(Point::epoch).findFirst();
    }

    /** The seconds of training until then. */
    public OptionalDouble secondsTo(double accuracy) {
      return points.stream()
          .filter(p -> p.accuracy >= accuracy)
          .mapToDouble(Point::seconds)
          .findFirst();
    }

    public double best() {
      return points.stream().mapToDouble(Point::accuracy).max().orElse(Double.NaN);
    }

    /** Wall-clock time of an epoch, the validation after it included. */
    public double secondsPerEpoch() {
      return points.get(points.size() - 1).seconds / points.size();
    }
  }

  /** After an epoch, counted from 1; seconds since training began. */
  public record Point(int epoch, double seconds, double accuracy, double learningRate) {}

  /** Trains with every number of workers, otherwise as the options say. */
  public static Result run(RunOptions options, List<Integer> workers, Training training) {
    int cores = Runtime.getRuntime().availableProcessors();
    List<Curve> curves = new ArrayList<>();
    for (int count : workers) {
      RunOptions own = options.withTraining(options.training().withWorkers(count));
      try (Parallel threads = new Parallel(Math.min(count, cores))) {
        List<Point> points =
            training.train(own, threads).epochs().stream().map(ParallelExperiment::point).toList();
        String sync = own.training().workers().sync().toString();
        curves.add(new Curve(count, sync, threads.threads(), points));
      }
    }
    return new Result(cores, curves);
  }

  private static Point point(EpochSummary epoch) {
    return new Point(
        epoch.epoch(), epoch.seconds(), epoch.validationAccuracy(), epoch.learningRate());
  }
}
