package io.kith.train;

import io.kith.engine.FloatMatrix;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Averages the gradients of workers that share memory, into that of the first.
 *
 * <p>Whoever is done with its own gradient averages the parts that all have offered, piece by
 * piece, while slower ones still compute: a worker that would have to wait does the work of those
 * it waits for. The order of addition is that of the batches, so who does it does not show in the
 * result.
 */
final class SharedMean implements Exchange {
  private final List<FloatMatrix> gradients;
  private final WorkClock clock;
  private final Map<Integer, Integer> offers = new HashMap<>();
  private final Deque<Piece> ready = new ArrayDeque<>();
  private int workers;
  private int left;

  private record Piece(int from, int count) {}

  SharedMean(List<FloatMatrix> gradients, WorkClock clock) {
    this.gradients = gradients;
    this.clock = clock;
  }

  @Override
  public synchronized void begin(int participants) {
    workers = participants;
    left = gradients.get(0).columns();
    offers.clear();
    ready.clear();
  }

  @Override
  public synchronized void offer(int worker, int from, int to) {
    if (offers.merge(from, 1, Integer::sum) < workers) {
      return;
    }
    for (int at = from; at < to; at += Pieces.LENGTH) {
      ready.add(new Piece(at, Math.min(Pieces.LENGTH, to - at)));
    }
    notifyAll();
  }

  @Override
  public void complete() {
    for (Piece piece = take(); piece != null; piece = take()) {
      long since = System.nanoTime();
      Pieces.average(gradients.subList(0, workers), gradients.get(0), piece.from, piece.count);
      clock.averaged(since, 1);
      averaged(piece);
    }
  }

  @Override
  public synchronized void fail() {
    left = 0;
    ready.clear();
    notifyAll();
  }

  /** The next piece that all have offered; null when no more will come. */
  private synchronized Piece take() {
    boolean interrupted = false;
    while (ready.isEmpty() && left > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true; // others write to memory that the caller may free: see it through
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return ready.poll();
  }

  private synchronized void averaged(Piece piece) {
    left -= piece.count;
    if (left <= 0) {
      notifyAll();
    }
  }
}
