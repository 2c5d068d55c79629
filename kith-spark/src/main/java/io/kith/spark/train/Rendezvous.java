package io.kith.spark.train;

import io.kith.base.Json;
import io.kith.engine.Engine;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.BarrierTaskContext;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/**
 * Where the ranks of one attempt find each other, and find out what became of each other: the tasks
 * of a barrier stage tell where they are, and then share a few notes that rank 0 keeps.
 *
 * <p>A rank that fails leaves a note of the cause before it goes. A rank that notices that another
 * is gone looks for that note; where there is none, whoever does not sign within some seconds is
 * the one that was lost.
 */
final class Rendezvous implements AutoCloseable {
  private static final String FAILURE = "kith/failure";
  private static final String READY = "kith/ready/";
  private static final String WAITING = "kith/waiting/";
  private static final String LEFT = "kith/left/";
  private static final long SIGNING_MS = 3_000;

  /** How long it may take to find out why another rank is gone. */
  static final Duration INQUIRY = Duration.ofSeconds(10);

  private static final long PAUSE_MS = 20;

  private final int rank;
  private final List<Greeting> all;
  private final TCPStore notes;
  private final Set<Integer> silent = new HashSet<>();
  private volatile boolean failed;
  private boolean hangs;

  /**
   * What a rank tells the others when it arrives.
   *
   * @param port where rank 0 keeps the notes
   * @param news what rank 0 has decided for all
   */
  private record Greeting(String host, int port, String news) {}

  private Rendezvous(int rank, List<Greeting> all, TCPStore notes) {
    this.rank = rank;
    this.all = all;
    this.notes = notes;
  }

  /**
   * Waits until all ranks are there.
   *
   * @param news what rank 0 has to say to all; what others say is not heard
   */
  static Rendezvous meet(BarrierTaskContext context, String news, Duration timeout) {
    Engine.require();
    int rank = context.partitionId();
    String host = host(context.getTaskInfos()[rank].address());
    if (rank > 0) {
      List<Greeting> all = greet(context, new Greeting(host, 0, ""));
      return new Rendezvous(rank, all, store(all.get(0).host(), all.get(0).port(), false, timeout));
    }
    TCPStore notes = store(host, 0, true, timeout);
    try {
      int port = Short.toUnsignedInt(notes.getPort());
      return new Rendezvous(rank, greet(context, new Greeting(host, port, news)), notes);
    } catch (RuntimeException | Error e) {
      notes.releaseReference();
      throw e;
    }
  }

  private static List<Greeting> greet(BarrierTaskContext context, Greeting own) {
    return Arrays.stream(context.allGather(Json.text(own)))
        .map(text -> Json.as(Json.parse(text), Greeting.class, "a worker's greeting"))
        .toList();
  }

  /** Addresses are host:port, the host of IPv6 in brackets. */
  private static String host(String address) {
    String host = address.replaceFirst(":\\d+$", "");
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static TCPStore store(String host, int port, boolean server, Duration timeout) {
    try (PointerScope scope = Engine.scope()) {
      TCPStoreOptions options =
          new TCPStoreOptions()
              .port((short) port)
              .isServer(server)
              .waitWorkers(false)
              .timeout(new Milliseconds(timeout.toMillis()));
      return new TCPStore(host, options).retainReference();
    }
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return all.size();
  }

  /** Where the others reach this rank. */
  String host() {
    return all.get(rank).host();
  }

  /** What rank 0 has decided for all. */
  String news() {
    return all.get(0).news();
  }

  /** What connections between ranks are made through. */
  TCPStore store() {
    return notes;
  }

  /**
   * Returns when all ranks have come so far, and throws when one has failed on the way: what comes
   * next would have to wait for it.
   */
  void await(Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    RuntimeException late = new RuntimeException("not ready after " + timeout.toSeconds() + " s");
    try {
      sign(READY);
      while (!withoutSign(READY).isEmpty()) {
        if (has(FAILURE) || System.nanoTime() > deadline) {
          throw explain(late);
        }
        Thread.sleep(PAUSE_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw explain(late);
    }
  }

  /**
   * Lets the others know why this rank goes, should it fail. To be used inside of whatever is
   * closed then: that is what others notice. Of several causes the first stays.
   */
  <T> T telling(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException | Error e) {
      failed = true;
      if (!(e instanceof PeerFailedException)) {
        tell(failure(e));
      }
      throw e;
    }
  }

  /** What a rank that throws has failed of; another's failure, where that is why. */
  Failure failure(Throwable thrown) {
    return thrown instanceof PeerFailedException e ? e.failure() : Failure.of(thrown, rank, host());
  }

  private void tell(Failure failure) {
    try {
      notes.compareSet(FAILURE, "", Json.text(failure));
    } catch (RuntimeException e) {
      // rank 0 is gone, and everyone will notice
    }
  }

  /** Finds out who failed, and why, given what was seen of it from here. */
  PeerFailedException explain(RuntimeException seen) {
    failed = true;
    FutureTask<Failure> inquiry = new FutureTask<>(() -> inquire(seen));
    Thread thread = new Thread(inquiry, "kith-inquiry-" + rank);
    thread.setDaemon(true);
    thread.start();
    boolean ended = hasEnded(thread);
    hangs |= !ended;
    try {
      if (ended) {
        return new PeerFailedException(inquiry.get(), seen);
      }
    } catch (ExecutionException | InterruptedException e) {
      // the notes are gone
    }
    return new PeerFailedException(
        new Failure(0, all.get(0).host(), false, "it was lost (" + firstLine(seen) + ")"), seen);
  }

  /**
   * Also an interrupt is no reason to leave while the inquiry reads notes: they are closed next.
   */
  private static boolean hasEnded(Thread inquiry) {
    long deadline = System.nanoTime() + INQUIRY.toNanos();
    boolean interrupted = false;
    while (inquiry.isAlive() && System.nanoTime() < deadline) {
      try {
        inquiry.join(PAUSE_MS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !inquiry.isAlive();
  }

  private Failure inquire(RuntimeException seen) throws InterruptedException {
    sign(WAITING);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SIGNING_MS);
    while (true) {
      if (has(FAILURE)) {
        return Json.as(Json.parse(notes.get_to_str(FAILURE)), Failure.class, "a worker's failure");
      }
      List<Integer> unsigned = withoutSign(WAITING);
      if (unsigned.isEmpty()) {
        return new Failure(rank, host(), false, "lost touch with the others: " + firstLine(seen));
      }
      if (System.nanoTime() > deadline) {
        silent.addAll(unsigned);
        return lost(unsigned, seen);
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  private Failure lost(List<Integer> ranks, RuntimeException seen) {
    int first = ranks.get(0);
    String others =
        ranks.stream()
            .skip(1)
            .map(r -> " and of rank " + r + " on " + all.get(r).host())
            .collect(Collectors.joining());
    return new Failure(
        first,
        all.get(first).host(),
        false,
        "there is no sign of it" + others + " (" + firstLine(seen) + ")");
  }

  private void sign(String list) {
    notes.set(list + rank, "here");
  }

  private List<Integer> withoutSign(String list) {
    return IntStream.range(0, ranks()).filter(r -> r != rank && !has(list + r)).boxed().toList();
  }

  private boolean has(String key) {
    try (PointerScope scope = Engine.scope()) {
      return notes.check(new StringVector(key));
    }
  }

  /** Without the place in the engine's source that it begins with. */
  private static String firstLine(RuntimeException e) {
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return line.replaceFirst("^\\[[^\\]]*] ", "");
  }

  /** After a failure rank 0 stays for a moment, for the others to read why. */
  @Override
  public void close() {
    if (hangs) {
      return; // someone is still reading from a process that does not answer
    }
    try {
      if (failed && rank > 0) {
        sign(LEFT);
      } else if (failed) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SIGNING_MS);
        while (!silent.containsAll(withoutSign(LEFT)) && System.nanoTime() < deadline) {
          Thread.sleep(PAUSE_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // rank 0 is gone: no one to say goodbye to
    } finally {
      notes.releaseReference();
    }
  }
}
