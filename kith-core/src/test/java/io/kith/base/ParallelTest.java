package io.kith.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyTaskRunsExactlyOnce(int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      for (int tasks : new int[] {0, 1, 2, 7, 1000}) {
        AtomicIntegerArray runs = new AtomicIntegerArray(tasks);
        parallel.run(tasks, runs::incrementAndGet);
        for (int i = 0; i < tasks; i++) {
          assertThat(runs.get(i)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void aFailingTaskReachesTheCallerAndTheTeamWorksOn() {
    try (Parallel parallel = new Parallel(3)) {
      assertThatThrownBy(
              () ->
                  parallel.run(
                      100,
                      i -> {
                        if (i == 13) {
                          throw new IllegalStateException("task 13");
                        }
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("task 13");
      AtomicIntegerArray runs = new AtomicIntegerArray(10);
      parallel.run(10, runs::incrementAndGet);
      assertThat(runs.get(9)).isEqualTo(1);
    }
  }

  @Test
  void aTeamOfNoThreadIsRefused() {
    assertThatThrownBy(() -> new Parallel(0)).hasMessage("threads must be >= 1, but was 0");
  }
}
