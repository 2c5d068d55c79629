package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.data.Npz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stages between graph and training, one at a time. */
class PartitionAndBatchesTest {
  @TempDir Path folder;
  private final Shell shell = new Shell();
  private Path data;
  private Path graph;
  private Path blocks;

  @BeforeEach
  void aGraphOfFlowers() throws IOException {
    data = Flowers.csv(folder.resolve("flowers.csv"), 120, 3);
    graph = folder.resolve("graph.npz");
    blocks = folder.resolve("blocks.part");
    done("graph", data, "--features", "length,width", "-o", graph);
  }

  @Test
  void blocksGoOutAsMetisTextAndComeBack() throws IOException {
    done("partition", graph, "--block-size", 10, "-o", blocks);
    assertThat(Files.readAllLines(blocks)).hasSize(120).allMatch(line -> line.matches("\\d+"));
    done("batches", graph, blocks, "--batch-size", 30);
    assertThat(shell.out()).contains("random", "partitions", "meta-batches", "companions    batch");
  }

  @Test
  void nodeWeightsOfAMetisFileAreBalanced() throws IOException {
    Path heavy = folder.resolve("heavy.graph");
    Files.write(heavy, List.of("5 4 010", "4 2", "1 1 3", "1 2 4", "1 3 5", "1 4"));
    done("partition", heavy, "--block-size", 3, "-o", blocks);
    List<String> parts = Files.readAllLines(blocks);
    assertThat(parts.get(4)).isNotEqualTo(parts.get(0));
    refused(
        "has node weights, which only --partitioner multilevel",
        "partition",
        heavy,
        "--partitioner",
        "random",
        "-o",
        blocks);
  }

  @Test
  void everyPartitionerCanBeNamed() {
    done("partition", graph, "--block-size", 10, "-o", blocks, "--partitioner", "random");
    int code =
        shell.kith("partition", graph, "--block-size", 10, "-o", blocks, "--partitioner", "metis");
    if (code != 0) { // no METIS here: then it is said, with the way out
      assertThat(shell.err()).contains("apt install libmetis5");
    }
    refused(
        "'metric' is not one of multilevel, metis, random",
        "partition",
        graph,
        "--partitioner",
        "metric");
  }

  @Test
  void labelsAreBalancedWhereTheyAreKnown() {
    refused(
        "--balance-labels needs the labels", "partition", graph, "--balance-labels", "-o", blocks);
    assertThat(blocks).doesNotExist();
    done(
        "partition",
        graph,
        "--block-size",
        10,
        "-o",
        blocks,
        "--balance-labels",
        "--data",
        data,
        "--label",
        "species",
        "--features",
        "length,width");
    assertThat(shell.out()).contains("rows          120", "blocks        12");
  }

  @Test
  void histogramsAreATable() throws IOException {
    Path table = folder.resolve("histograms.csv");
    done("partition", graph, "--block-size", 10, "-o", blocks);
    done(
        "batches",
        graph,
        blocks,
        "--batch-size",
        30,
        "--histograms",
        table,
        "--data",
        data,
        "--label",
        "species",
        "--features",
        "length,width",
        "--synthesis",
        "diverse",
        "--companions",
        "blocks",
        "--unbiased",
        "--resynthesize");
    List<String> lines = Files.readAllLines(table);
    assertThat(lines.get(0)).isEqualTo("measure,batches,from,to,count");
    assertThat(lines).hasSize(1 + 2 * 4 * 50).contains("connectivity,random,0.0000,0.0200,0");
    int batches = 0;
    for (String line : lines) {
      if (line.startsWith("label entropy,meta-batches,")) {
        batches += Integer.parseInt(line.substring(line.lastIndexOf(',') + 1));
      }
    }
    assertThat(batches).isEqualTo(4);
    refused("written as .csv", "batches", graph, blocks, "--histograms", folder.resolve("h.png"));
  }

  @Test
  void blocksLargerThanABatch() {
    Path out = folder.resolve("batches.npy");
    done("partition", graph, "--block-size", 40, "-o", blocks);
    refused(
        "blocks must fit a batch of 20 rows, but had 40",
        "batches",
        graph,
        blocks,
        "--batch-size",
        20,
        "-o",
        out);
    assertThat(out).doesNotExist();
    refused(
        "unbiased needs companions",
        "batches",
        graph,
        blocks,
        "--companions",
        "none",
        "--unbiased",
        "-o",
        out);
  }

  @Test
  void blocksThatAreNoPartition() throws IOException {
    Files.writeString(blocks, "0\n1\nzwei\n");
    refused("line 3: a block's number must stand here", "batches", graph, blocks);
    Files.writeString(blocks, "0\n1\n2\n");
    refused("has 3 rows, but the graph has 120", "batches", graph, blocks);
    refused("there is no file", "batches", graph, folder.resolve("nowhere.part"));
    refused("blockSize must be >= 0", "partition", graph, "--block-size", -3, "-o", blocks);
    refused("imbalance must be within 0..1", "partition", graph, "--imbalance", "NaN");
    refused(
        ".npy or, as METIS does, .part", "partition", graph, "-o", folder.resolve("blocks.txt"));
  }

  @Test
  void graphsThatAreNone() {
    refuseGraph("has weight 1.0 but 2.0 the other way", 2, 1);
    refuseGraph("must have a finite positive weight, but had 0.0", 0, 0);
    refuseGraph("must have a finite positive weight, but had -1.0", -1, -1);
    refuseGraph("must have a finite positive weight, but had NaN", Float.NaN, Float.NaN);
    refuseGraph("must have a finite positive weight, but had Infinity", 1 / 0f, 1 / 0f);
  }

  /** Two rows and the weights of their edge, there and back. */
  private void refuseGraph(String why, float there, float back) {
    Path pair = folder.resolve("pair.npz");
    Npz.write(
        pair,
        npz -> {
          npz.add("indices", new int[] {1, 0});
          npz.add("indptr", new int[] {0, 1, 2});
          npz.addAscii("format", "csr");
          npz.add("shape", new long[] {2, 2});
          npz.add("data", new float[] {there, back});
        });
    Path out = folder.resolve("pair.part");
    refused(why, "partition", pair, "-o", out);
    assertThat(out).doesNotExist();
  }

  private void done(Object... words) {
    assertThat(shell.kith(words)).as(shell.err()).isZero();
  }

  private void refused(String why, Object... words) {
    assertThat(shell.kith(words)).as(shell.err()).isEqualTo(2);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err().lines().filter(line -> line.startsWith("kith: "))).hasSize(1);
    assertThat(shell.err()).contains(why);
  }
}
