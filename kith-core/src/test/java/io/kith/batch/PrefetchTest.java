package io.kith.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PrefetchTest {
  private static final AffinityGraph GRAPH = Planted.graph(400, 4, 0.2, new Seed(3).random());

  private static MetaBatchPlan plan() {
    return MetaBatchPlan.of(
        GRAPH,
        Planted.runs(GRAPH, 40),
        Planted.labels(400, 4),
        BatchOptions.defaults().withBatchSize(50).withLabeledPerStep(8).withResynthesize(true),
        new Seed(2));
  }

  @Test
  void aResumedRunBeginsInTheMiddle() {
    MetaBatchPlan plan = plan();
    int steps = plan.batchCount();
    try (Prefetch ahead = new Prefetch(plan, 3, steps + 1, 1)) {
      assertThat(ahead.next().rows()).isEqualTo(plan.epoch(1).step(1).rows());
      for (int s = 2; s < steps; s++) {
        ahead.next();
      }
      assertThat(ahead.next().rows()).isEqualTo(plan.epoch(2).step(0).rows());
    }
  }

  @Test
  void batchesAreTheSameWhoeverAssemblesThem() {
    MetaBatchPlan plan = plan();
    try (Prefetch ahead = new Prefetch(plan, 3, 0, 1)) {
      for (int e = 0; e < 3; e++) {
        for (int s = 0; s < plan.batchCount(); s++) {
          MetaBatch batch = ahead.next();
          MetaBatch expected = plan.epoch(e).step(s);
          assertThat(batch.rows()).isEqualTo(expected.rows());
          assertThat(batch.affinity().totalWeight()).isEqualTo(expected.affinity().totalWeight());
        }
      }
      assertThatThrownBy(ahead::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void aRankAssemblesItsShareAndNoMore() {
    MetaBatchPlan plan = plan(); // 8 steps an epoch: 3 ranks have 3 rounds, the last of 2 steps
    assertThat(plan.batchCount()).isEqualTo(8);
    assertAssembled(plan, 0, new Share(1, 3), "0/1", "0/4", "0/7", "1/1", "1/4", "1/7");
    // in the last round there is no step for rank 2
    assertAssembled(plan, 0, new Share(2, 3), "0/2", "0/5", "0/6", "1/2", "1/5", "1/6");
    // resumed where rounds began elsewhere
    assertAssembled(plan, 9, new Share(2, 3), "1/3", "1/6", "1/7");
    assertAssembled(plan, 16, new Share(0, 3));
  }

  private static void assertAssembled(
      MetaBatchPlan plan, long taken, Share share, String... expected) {
    List<String> asked = new ArrayList<>();
    try (Prefetch ahead = new Prefetch(new Noting(plan, asked), 2, taken, 3, share)) {
      for (int i = 0; i < expected.length; i++) {
        ahead.next();
      }
      assertThatThrownBy(ahead::next).isInstanceOf(NoSuchElementException.class);
    }
    assertThat(asked).containsExactly(expected);
  }

  /** Notes which steps are assembled, as epoch/step. */
  private record Noting(MetaBatchPlan plan, List<String> asked) implements StepSource {
    @Override
    public int batchCount() {
      return plan.batchCount();
    }

    @Override
    public int largestStep() {
      return plan.largestStep();
    }

    @Override
    public Epoch epoch(int number) {
      MetaBatchPlan.Epoch epoch = plan.epoch(number);
      return step -> {
        asked.add(number + "/" + step);
        return epoch.step(step);
      };
    }
  }

  @Test
  void closingEarlyEndsTheThread() {
    Prefetch ahead = new Prefetch(plan(), 1000, 0, 1);
    ahead.next();
    ahead.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("kith-batches");
  }

  @Test
  void whatGoesWrongInTheThreadReachesTheTrainerAtItsStep() {
    MetaBatch fine = plan().epoch(0).step(0);
    int[] asked = new int[1];
    IllegalStateException broken = new IllegalStateException("no more");
    Supplier<MetaBatch> source =
        () -> {
          if (asked[0]++ == 3) {
            throw broken;
          }
          return fine;
        };
    try (Prefetch ahead = new Prefetch(source, 9, 1)) {
      for (int s = 0; s < 3; s++) {
        assertThat(ahead.next()).isSameAs(fine);
      }
      assertThatThrownBy(ahead::next).isSameAs(broken);
      assertThatThrownBy(ahead::next).isInstanceOf(NoSuchElementException.class);
    }
  }
}
