package io.kith.spark.train;

import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.train.Exchange;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.javacpp.indexer.DoubleIndexer;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;

/**
 * The mean of gradients over processes, by Gloo's all-reduce: each part is summed on Gloo's own
 * threads while the next one is still computed.
 *
 * <p>Parts are matched by the order in which they are offered, which is the same on every rank
 * because the network's layers are. Every rank ends with the same bits. One thread at a time.
 */
final class GlooExchange implements Exchange, AutoCloseable {
  private static final int THREADS = 2;

  private final Rendezvous others;
  private final FloatMatrix gradient;
  private final ProcessGroupGloo group;
  private final Map<Integer, TensorVector> parts = new HashMap<>();
  private final Deque<Work> underWay = new ArrayDeque<>();
  private int workers;

  /** Connects to all other ranks; gives up after the time that any exchange may take. */
  GlooExchange(Rendezvous others, FloatMatrix gradient, Duration timeout) {
    this.others = others;
    this.gradient = gradient;
    try (PointerScope scope = Engine.scope()) {
      ProcessGroupGloo.Options options =
          ProcessGroupGloo.Options.create(new Milliseconds(timeout.toMillis()));
      options.devices().push_back(ProcessGroupGloo.createDeviceForHostname(others.host()));
      options.threads(THREADS);
      this.group =
          new ProcessGroupGloo(others.store(), others.rank(), others.ranks(), options)
              .retainReference();
    } catch (RuntimeException e) {
      throw others.explain(e);
    }
  }

  @Override
  public void begin(int participants) {
    workers = participants;
  }

  @Override
  public void offer(int worker, int from, int to) {
    try (PointerScope scope = Engine.scope()) {
      TensorVector part = parts.computeIfAbsent(from, start -> part(start, to));
      underWay.add(group.allreduce(part).retainReference());
    } catch (RuntimeException e) {
      throw others.explain(e);
    }
  }

  /** Kept, because the same parts are offered at every update. */
  private TensorVector part(int from, int to) {
    return new TensorVector(gradient.tensor().narrow(1, from, to - from)).retainReference();
  }

  @Override
  public void complete() {
    try (PointerScope scope = Engine.scope()) {
      while (!underWay.isEmpty()) {
        underWay.peek()._wait();
        underWay.remove().releaseReference();
      }
      gradient.tensor().mul_(new Scalar(1f / workers));
    } catch (RuntimeException e) {
      throw others.explain(e);
    }
  }

  @Override
  public void addUp(double[] values) {
    try (PointerScope scope = Engine.scope()) {
      Tensor sum = Tensor.create(values);
      group.allreduce(new TensorVector(sum))._wait();
      DoubleIndexer all = sum.createIndexer();
      all.get(0, values);
    } catch (RuntimeException e) {
      throw others.explain(e);
    }
  }

  /** The others hear of it when the connections are closed, after the cause has been told. */
  @Override
  public void fail() {}

  /** Waits for what is under way, which ends by the timeout at the latest. */
  @Override
  public void close() {
    underWay.forEach(Work::releaseReference);
    group.releaseReference();
    parts.values().forEach(TensorVector::releaseReference);
  }
}
