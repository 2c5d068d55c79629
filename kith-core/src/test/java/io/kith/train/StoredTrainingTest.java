package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.batch.MetaBatchStore;
import io.kith.batch.StoreFiles;
import io.kith.batch.StoreWriter;
import io.kith.learner.Rule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredTrainingTest {
  @TempDir Path folder;

  /** Dropout, refill, order of steps and rate are all the same, so the bits are. */
  @Test
  void stepsFromAStoreEndWhereThoseInMemoryDo() {
    for (int workers : new int[] {1, 3}) {
      TrainingOptions options = SmallProblem.options(workers, Sync.SYNCHRONOUS).withEpochs(2);
      assertThat(trainFromStore(options)).isEqualTo(SmallProblem.train(Rule.ADAM, options, 2));
    }
  }

  private float[] trainFromStore(TrainingOptions options) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(2)) {
      StoreWriter.write(problem.plan, problem.features, folder.resolve("store"));
      try (MetaBatchStore store = MetaBatchStore.open(StoreFiles.in(folder.resolve("store")), 0)) {
        Task task =
            new Task(
                problem.network,
                problem.optimizer,
                problem.objective,
                store,
                store,
                new Validation(problem.features, problem.labels));
        new Trainer(options, SmallProblem.SEED, parallel)
            .train(task, TrainingListener.NONE, Progress.NONE);
        return problem.parameters();
      }
    }
  }
}
