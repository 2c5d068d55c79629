package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Npz;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"graph.npz", "graph.tsv", "graph.csv", "graph.parquet"})
  void aFileBringsTheSameGraphBack(String name) {
    AffinityGraph graph = graph();
    Path file = folder.resolve(name);
    GraphFile.write(file, graph);
    assertThat(GraphFile.read(file).fingerprint()).isEqualTo(graph.fingerprint());
  }

  @ParameterizedTest
  @ValueSource(strings = {"graph.npz", "graph.tsv", "graph.csv", "graph.parquet"})
  void idsNameTheRowsOfADataSet(String name) {
    AffinityGraph graph = graph();
    Dataset dataset = dataset(graph.size(), "row \"%d\", of all");
    Path file = folder.resolve(name);
    GraphFile.write(file, graph, dataset);
    assertThat(GraphFile.read(file, dataset).fingerprint()).isEqualTo(graph.fingerprint());
  }

  @Test
  void metisFilesKeepEdgesAndRoundWeights() {
    AffinityGraph graph = graph();
    Path file = folder.resolve("graph.graph");
    GraphFile.write(file, graph);
    AffinityGraph back = GraphFile.read(file);
    assertThat(back.edgeCount()).isEqualTo(graph.edgeCount());
    double scale = 0;
    for (int e = 0; e < 2 * graph.edgeCount(); e++) {
      assertThat(back.neighborAt(e)).isEqualTo(graph.neighborAt(e));
      scale = Math.max(scale, graph.weightAt(e));
    }
    for (int e = 0; e < 2 * graph.edgeCount(); e++) {
      assertThat(back.weightAt(e) / 1e6 * scale).isCloseTo(graph.weightAt(e), within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"graph.npz", "graph.graph"})
  void howAGraphWasMadeIsKeptWithIt(String name) {
    AffinityGraph graph = graph();
    Dataset dataset = dataset(graph.size(), "n%d");
    GraphOrigin origin =
        new GraphOrigin(
            "approximate", 0.97, 4, "euclidean", "rbf", 1, GraphOrigin.fingerprint(dataset));
    Path file = folder.resolve(name);
    GraphFile.write(file, graph, origin, dataset);
    assertThat(GraphFile.readStored(file).origin()).contains(origin);
    assertThat(GraphFile.readStored(file, dataset).origin()).contains(origin);
    assertThat(GraphFile.isGraph(file)).isTrue();
    dataset.features().set(3, 0, 1);
    refused(name, "made from other rows", file, dataset);
    GraphFile.write(file, graph);
    assertThat(GraphFile.readStored(file, dataset).origin()).isEmpty();
  }

  @Test
  void neighborMatricesBecomeAGraphAsTheOptionsSay() {
    Path file = folder.resolve("neighbors.npz");
    NeighborsFile.write(file, neighbors());
    GraphOptions options = GraphOptions.defaults().withSigma(1);
    AffinityGraph graph = GraphFile.readStored(file, dataset(60, "n%d"), options).graph();
    assertThat(graph.fingerprint()).isEqualTo(graph().fingerprint());
    assertThat(GraphFile.isGraph(file)).isFalse();
    assertThatThrownBy(() -> GraphFile.readStored(file, dataset(3, "n%d"), options))
        .hasMessageContaining("graph of 60 rows");
  }

  @Test
  void theExampleOfTheMetisManualIsRead() throws IOException {
    Path plain = write("plain.graph", "% of the manual", "4 3", "2", "1 3", "2 4", "3");
    assertThat(GraphFile.read(plain).weight(1, 2)).isEqualTo(1);
    Path weighted = write("w.graph", "3 2 011 1", "7 2 5", "8 1 5 3 6", "9 2 6");
    assertThat(GraphFile.read(weighted).weight(2, 1)).isEqualTo(6);
    assertThat(GraphFile.readStored(weighted).nodeWeights()).hasValue(new int[] {7, 8, 9});
    assertThat(GraphFile.readStored(plain).nodeWeights()).isEmpty();
    // sizes for METIS's communication volume, then two weights a node
    Path all = write("all.graph", "2 1 111 2", "30 7 1 2 5", "30 8 1 1 5");
    assertThat(GraphFile.readStored(all).nodeWeights()).hasValue(new int[] {7, 8});
  }

  @Test
  void badMetisFilesAreRefusedWithTheLine() throws IOException {
    refused("line 1 of", "how many nodes", write("a.graph", "3"));
    refused("line 2 of", "'x'", write("b.graph", "2 1", "x", "1"));
    refused("line 3 of", "'3'", write("c.graph", "2 1", "2", "3"));
    refused("line 2 of", "counted from 1", write("d.graph", "2 1", "0", "1"));
    refused("line 2 of", "no edge back", write("e.graph", "2 1", "2", ""));
    refused("line 3 of", "the other way", write("f.graph", "2 1 1", "2 5", "1 6"));
    refused("line 2 of", "with itself", write("g.graph", "2 1", "1", "1"));
    refused("line 2 of", "-3", write("h.graph", "2 1 1", "2 -3", "1 -3"));
    refused("line 2 of", "weight 0", write("j.graph", "2 1 10", "0 2", "1 1"));
    refused("line 2 of", "no node weight", write("k.graph", "2 0 10", "", "1"));
    refused("1 edges", "says 2", write("i.graph", "2 2", "2", "1"));
    refused("line 2 of", "2 nodes need a line each", write("j.graph", "2 1", "2"));
    refused("line 2 of", "no weight", write("k.graph", "2 1 1", "2", "1 5"));
  }

  @Test
  void badEdgesAreRefusedWithTheLine() throws IOException {
    Dataset dataset = dataset(3, "n%d");
    String head = "source\ttarget\tweight";
    refused("line 3 of", "'n9'", write("a.tsv", head, "n0\tn1\t1", "n0\tn9\t1"), dataset);
    refused("line 2 of", "-1.0", write("b.tsv", head, "n0\tn1\t-1"), dataset);
    refused("line 2 of", "with itself", write("c.tsv", head, "n1\tn1\t1"), dataset);
    refused("line 3 of", "line 2", write("d.tsv", head, "n0\tn1\t1", "n1\tn0\t2"), dataset);
    refused("line 3 of", "again", write("e.tsv", head, "n0\tn1\t1", "n0\tn1\t1"), dataset);
    refused("e.tsv", "weight", write("e.tsv", "source\ttarget", "n0\tn1"), dataset);
    Path named = write("g.tsv", head, "n0\tn1\t1");
    assertThatThrownBy(() -> GraphFile.read(named)).hasMessageContaining("'n0'");
  }

  @Test
  void anEdgeGivenFromBothEndsIsOneEdgeAndRowsWithoutEdgesStay() throws IOException {
    Path file = write("a.csv", "source,target,weight", "n2,n0,0.5", "n0,n2,0.5");
    AffinityGraph graph = GraphFile.read(file, dataset(4, "n%d"));
    assertThat(graph.size()).isEqualTo(4);
    assertThat(graph.edgeCount()).isEqualTo(1);
    assertThat(graph.weight(0, 2)).isEqualTo(0.5f);
    assertThat(graph.isolatedCount()).isEqualTo(2);
  }

  @Test
  void aGraphOfOtherRowsOrOfNoKnownFormatIsRefused() {
    Path file = folder.resolve("graph.npz");
    GraphFile.write(file, graph());
    refused("graph of 60 rows", "data have 3", file, dataset(3, "n%d"));
    assertThatThrownBy(() -> GraphFile.requireWritable(Path.of("graph.gexf")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(".graph (METIS)");
    assertThatThrownBy(() -> GraphFile.read(folder.resolve("none.tsv")))
        .hasMessageContaining("there is no file");
  }

  @Test
  void neighborMatricesComeBackAndASelfInFrontIsDropped() {
    Neighbors neighbors = neighbors();
    Path file = folder.resolve("neighbors.npz");
    NeighborsFile.write(file, neighbors);
    Neighbors back = NeighborsFile.read(file);
    for (int i = 0; i < neighbors.size(); i++) {
      assertThat(back.id(i, 2)).isEqualTo(neighbors.id(i, 2));
      assertThat(back.distance(i, 2)).isEqualTo(neighbors.distance(i, 2));
    }
    Path other = folder.resolve("other.npz");
    saveNeighbors(other, new int[] {0, 1, 1, 0}, 0f, 2f, 0f, 2f);
    assertThat(NeighborsFile.read(other).count()).isEqualTo(1);
    assertThat(NeighborsFile.read(other).id(1, 0)).isZero();
  }

  @Test
  void badNeighborMatricesAreRefusedWithTheRow() {
    Path file = folder.resolve("bad.npz");
    saveNeighbors(file, new int[] {1, 2, 0, 5}, 1, 1, 1, 1);
    assertThatThrownBy(() -> NeighborsFile.read(file)).hasMessageContaining("row 0");
    saveNeighbors(file, new int[] {1, 1, 0, 0}, 1, 1, 1, 1);
    assertThatThrownBy(() -> NeighborsFile.read(file)).hasMessageContaining("twice");
    GraphFile.write(file, graph());
    assertThatThrownBy(() -> NeighborsFile.read(file)).hasMessageContaining("'neighbors'");
  }

  private static void saveNeighbors(Path file, int[] ids, float... distances) {
    int k = ids.length / 2;
    FloatMatrix far =
        FloatMatrix.of(
            new float[][] {
              Arrays.copyOf(distances, k), Arrays.copyOfRange(distances, k, distances.length)
            });
    Npz.write(
        file,
        npz -> {
          npz.add("neighbors", ids, k);
          npz.add("distances", far);
        });
  }

  private static Neighbors neighbors() {
    try (Parallel parallel = new Parallel(1)) {
      FloatMatrix rows = NaiveSearch.random(60, 3, 1);
      return new ExactNeighborSearch().search(rows, 4, parallel, Progress.NONE);
    }
  }

  private static AffinityGraph graph() {
    return AffinityGraph.of(neighbors(), new AffinityKernel.Rbf(1), Symmetrization.UNION);
  }

  private static Dataset dataset(int rows, String pattern) {
    String[] ids = new String[rows];
    Arrays.setAll(ids, i -> String.format(pattern, i));
    Labels none = new Labels(new int[rows], List.of("a"));
    return Dataset.of(FloatMatrix.allocate(rows, 1), none).withIds(ids);
  }

  private Path write(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private static void refused(String where, String why, Path file) {
    assertThatThrownBy(() -> GraphFile.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(where)
        .hasMessageContaining(why);
  }

  private static void refused(String where, String why, Path file, Dataset dataset) {
    assertThatThrownBy(() -> GraphFile.read(file, dataset))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(where)
        .hasMessageContaining(why);
  }
}
