package io.kith.spark.train;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.TaskKilled;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/**
 * Remembers how the tasks of one barrier stage fared, because Spark tells of the last failure only
 * and people need the first.
 */
final class StageWatch extends SparkListener {
  private final String property;
  private final String value;
  private final Set<Integer> jobs = new HashSet<>();
  private final Set<Integer> stages = new HashSet<>();
  private final TreeMap<Integer, List<Ended>> failures = new TreeMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private int running;
  private long idleSince = System.nanoTime();

  /** A task that did not succeed; the lower the order, the closer to the cause. */
  private record Ended(int order, String text) {}

  /** Watches the jobs that are submitted with a local property of this value. */
  StageWatch(String property, String value) {
    this.property = property;
    this.value = value;
  }

  @Override
  public synchronized void onJobStart(SparkListenerJobStart job) {
    if (isMine(job.properties())) {
      jobs.add(job.jobId());
    }
  }

  @Override
  public synchronized void onStageSubmitted(SparkListenerStageSubmitted stage) {
    if (isMine(stage.properties())) {
      stages.add(stage.stageInfo().stageId());
    }
  }

  @Override
  public synchronized void onTaskStart(SparkListenerTaskStart task) {
    if (stages.contains(task.stageId())) {
      running++;
    }
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd task) {
    if (!stages.contains(task.stageId())) {
      return;
    }
    running--;
    idleSince = System.nanoTime();
    if (task.reason() instanceof TaskFailedReason reason) {
      String who = "rank " + task.taskInfo().index() + " on " + task.taskInfo().host();
      failures
          .computeIfAbsent(task.stageAttemptId(), attempt -> new ArrayList<>())
          .add(ended(who, reason));
    }
  }

  @Override
  public void onJobEnd(SparkListenerJobEnd job) {
    synchronized (this) {
      if (!jobs.contains(job.jobId())) {
        return;
      }
    }
    ended.countDown();
  }

  /** What the local property has to be while the job is submitted. */
  String value() {
    return value;
  }

  private boolean isMine(Properties properties) {
    return properties != null && value.equals(properties.getProperty(property));
  }

  private static Ended ended(String who, TaskFailedReason reason) {
    if (reason instanceof ExceptionFailure thrown) {
      boolean ofAnother = thrown.className().equals(PeerFailedException.class.getName());
      return ofAnother
          ? new Ended(2, thrown.description())
          : new Ended(0, who + " failed: " + simple(thrown.className()) + thrown.description());
    }
    if (reason instanceof ExecutorLostFailure lost) {
      String why = lost.reason().isDefined() ? " (" + lost.reason().get().strip() + ")" : "";
      return new Ended(1, who + " lost its executor " + lost.execId() + why);
    }
    int order = reason instanceof TaskKilled ? 4 : 3;
    return new Ended(order, who + " ended: " + reason.toErrorString());
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1).replaceFirst("^.*\\$", "") + ": ";
  }

  /** Why the first attempt failed. */
  synchronized Optional<String> firstCause() {
    return failures.values().stream()
        .findFirst()
        .flatMap(all -> all.stream().min((a, b) -> Integer.compare(a.order, b.order)))
        .map(Ended::text);
  }

  synchronized int failedAttempts() {
    return failures.size();
  }

  /** For how long no task of the stage has been running. */
  synchronized double idleSeconds() {
    return running > 0 ? 0 : (System.nanoTime() - idleSince) / 1e9;
  }

  synchronized boolean isMine(int stage) {
    return stages.contains(stage);
  }

  /** Whether a stage was submitted before those that are watched. */
  synchronized boolean isBeforeMine(int stage) {
    return stages.stream().allMatch(mine -> stage < mine);
  }

  /** Begins to count idle seconds from now. */
  synchronized void waitAnew() {
    idleSince = System.nanoTime();
  }

  /** Waits for word of the end, which comes a little later; without it, what is known has to do. */
  void awaitEnd(long seconds) {
    try {
      ended.await(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
