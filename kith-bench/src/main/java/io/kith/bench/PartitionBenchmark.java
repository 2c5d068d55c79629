package io.kith.bench;

import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Kith's partitioner beside METIS's command {@code gpmetis}, both of its modes: cut, balance and
 * time, as a table and a plot.
 *
 * <p>All take turns, and the median of the rounds counts. Kith cuts with its default imbalance of 5
 * %, on two threads, in this JVM and as the first thing of a new one; and once more held to the
 * balance of the METIS mode that cut less, with which it is compared. METIS has one thread.
 */
public final class PartitionBenchmark {
  private static final int[] BLOCK_SIZES = {26, 64, 256, 1024};
  private static final double IMBALANCE = 0.05;
  private static final double TOO_LONG = 60; // processor seconds; such a mode has one round only

  private final Path file;
  private final AffinityGraph graph;
  private final Gpmetis metis;
  private final int rounds;
  private final List<double[]> cutRatios = new ArrayList<>();
  private final List<double[]> clockRatios = new ArrayList<>();

  private PartitionBenchmark(Path file, Path folder, int rounds) throws IOException {
    this.file = file;
    this.graph = GraphFile.read(file);
    this.metis = new Gpmetis(graph, folder);
    this.rounds = rounds;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length < 3) {
      throw new IllegalArgumentException("arguments: ROUNDS PLOT.svg GRAPH...");
    }
    Map<String, List<double[]>> cuts = new LinkedHashMap<>();
    Map<String, List<double[]>> times = new LinkedHashMap<>();
    Path folder = Files.createTempDirectory("kith-bench");
    for (String name : Arrays.asList(args).subList(2, args.length)) {
      PartitionBenchmark benchmark =
          new PartitionBenchmark(Path.of(name), folder, Integer.parseInt(args[0]));
      benchmark.run();
      String rows = String.format(Locale.ROOT, "%,d rows", benchmark.graph.size());
      cuts.put(rows, benchmark.cutRatios);
      times.put(rows, benchmark.clockRatios);
    }
    RatioPlot.write(
        Path.of(args[1]), Map.of("weight cut, of METIS's", cuts, "seconds, of METIS's", times));
  }

  private void run() throws IOException, InterruptedException {
    System.out.printf(Locale.ROOT, "%n%,d rows, %,d edges%n%n", graph.size(), graph.edgeCount());
    System.out.println(
        "| rows a block | blocks | who | weight cut | of METIS's | rows a block | seconds |"
            + " of METIS's | processor seconds | of METIS's |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|");
    for (int size : BLOCK_SIZES) {
      run(size, graph.size() / size);
    }
  }

  private void run(int size, int blocks) throws IOException, InterruptedException {
    List<TimedCut> rb = new ArrayList<>();
    List<TimedCut> kway = new ArrayList<>();
    List<TimedCut> kith = new ArrayList<>();
    List<TimedCut> held = new ArrayList<>();
    List<TimedCut> cold = new ArrayList<>();
    double balance = 0;
    KithCut.here(graph, blocks, IMBALANCE); // warms up
    for (int round = 0; round < rounds; round++) {
      again("rb", blocks, rb);
      again("kway", blocks, kway);
      balance = Math.min(IMBALANCE, balance(better(rb.get(0), kway.get(0)), blocks));
      kith.add(KithCut.here(graph, blocks, IMBALANCE));
      held.add(KithCut.here(graph, blocks, balance));
      cold.add(KithCut.cold(file, blocks, IMBALANCE));
    }
    TimedCut medianRb = TimedCut.median(rb);
    TimedCut medianKway = TimedCut.median(kway);
    TimedCut peer = better(medianRb, medianKway);
    String heldTo = String.format(Locale.ROOT, "Kith, held to %.1f %%", 100 * balance);
    TimedCut medianHeld = TimedCut.median(held);
    print(size, blocks, "Kith", TimedCut.median(kith), peer);
    print(size, blocks, heldTo, medianHeld, peer);
    TimedCut first = TimedCut.median(cold);
    print(
        size,
        blocks,
        "Kith, new JVM",
        new TimedCut(kith.get(0).blockOfRow(), first.clock(), first.processor()),
        peer);
    print(size, blocks, "gpmetis rb" + (peer == medianRb ? ", the peer" : ""), medianRb, peer);
    print(
        size, blocks, "gpmetis kway" + (peer == medianKway ? ", the peer" : ""), medianKway, peer);
    cutRatios.add(new double[] {size, cutShare(medianHeld) / cutShare(peer)});
    clockRatios.add(new double[] {size, medianHeld.clock() / peer.clock()});
  }

  private void again(String mode, int blocks, List<TimedCut> runs)
      throws IOException, InterruptedException {
    if (runs.isEmpty() || runs.get(0).processor() < TOO_LONG) {
      runs.add(metis.cut(mode, blocks));
    }
  }

  private TimedCut better(TimedCut one, TimedCut other) {
    return cutShare(one) < cutShare(other) ? one : other;
  }

  private double balance(TimedCut cut, int blocks) {
    int largest = Arrays.stream(cut.sizes(blocks)).max().orElse(0);
    return (double) largest * blocks / graph.size() - 1;
  }

  /** Measured here and not by PartitionQuality, which METIS's empty blocks would not reach. */
  private void print(int size, int blocks, String who, TimedCut cut, TimedCut peer) {
    int[] sizes = cut.sizes(blocks);
    System.out.printf(
        Locale.ROOT,
        "| %d | %,d | %s | %.2f %% | %.3f | %d to %d | %.2f | %.2f | %.2f | %.2f |%n",
        size,
        blocks,
        who,
        100 * cutShare(cut),
        cutShare(cut) / cutShare(peer),
        Arrays.stream(sizes).min().orElse(0),
        Arrays.stream(sizes).max().orElse(0),
        cut.clock(),
        cut.clock() / peer.clock(),
        cut.processor(),
        cut.processor() / peer.processor());
  }

  private double cutShare(TimedCut cut) {
    int[] blockOfRow = cut.blockOfRow();
    double weight = 0;
    for (int i = 0; i < blockOfRow.length; i++) {
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        weight += blockOfRow[graph.neighborAt(e)] == blockOfRow[i] ? 0 : graph.weightAt(e);
      }
    }
    return weight / (2 * graph.totalWeight());
  }
}
