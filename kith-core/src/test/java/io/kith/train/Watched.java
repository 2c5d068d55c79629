package io.kith.train;

import java.util.List;
import java.util.function.Consumer;

/** Workers whose updates someone hears of. */
record Watched(Workers workers, Consumer<Update> heard) implements Workers {
  static Workers.Start by(Consumer<Update> heard) {
    return (task, options, noise, parallel) ->
        new Watched(Workers.threads(task, options, noise, parallel), heard);
  }

  @Override
  public int stepsPerUpdate() {
    return workers.stepsPerUpdate();
  }

  @Override
  public Update update(EpochSteps steps) {
    Update update = workers.update(steps);
    heard.accept(update);
    return update;
  }

  @Override
  public List<Long> underWay() {
    return workers.underWay();
  }

  @Override
  public boolean canResumeHere() {
    return workers.canResumeHere();
  }

  @Override
  public WorkTime time() {
    return workers.time();
  }

  @Override
  public void close() {
    workers.close();
  }
}
