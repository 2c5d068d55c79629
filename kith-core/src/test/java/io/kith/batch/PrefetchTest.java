package io.kith.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
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
