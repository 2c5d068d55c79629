package io.kith.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
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

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aStoppedTeamFinishesWhatItBeganAndBeginsNothing(int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      AtomicInteger begun = new AtomicInteger();
      AtomicInteger finished = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  parallel.run(
                      100_000,
                      i -> {
                        if (begun.incrementAndGet() == 10) {
                          parallel.stop();
                        }
                        finished.incrementAndGet();
                      }))
          .isInstanceOf(StoppedException.class);
      assertThat(begun.get()).isLessThan(100_000).isEqualTo(finished.get());
      assertThatThrownBy(() -> parallel.run(1, i -> {})).isInstanceOf(StoppedException.class);
    }
  }

  @Test
  void changesThatMustBeWholeAreMadeByAStoppedTeamToo() {
    try (Parallel parallel = new Parallel(2)) {
      parallel.stop();
      AtomicInteger runs = new AtomicInteger();
      parallel.runWhole(50, i -> runs.incrementAndGet());
      assertThat(runs.get()).isEqualTo(50);
    }
  }

  @Test
  void aBranchStopsWithItsOriginAndNotTheOtherWayRound() {
    try (Parallel origin = new Parallel(1);
        Parallel branch = origin.branch(2);
        Parallel other = origin.branch(1)) {
      branch.stop();
      assertThat(branch.isStopped()).isTrue();
      assertThat(origin.isStopped() || other.isStopped()).isFalse();
      origin.stop();
      assertThat(other.isStopped()).isTrue();
    }
  }

  @Test
  void aTeamOfNoThreadIsRefused() {
    assertThatThrownBy(() -> new Parallel(0)).hasMessage("threads must be >= 1, but was 0");
  }
}
