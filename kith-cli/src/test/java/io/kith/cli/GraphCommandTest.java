package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.graph.GraphFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphCommandTest {
  private final Shell shell = new Shell();
  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = Flowers.csv(folder.resolve("flowers.csv"), 300, 3);
  }

  @Test
  void theSearchIsAnnouncedBeforeAndMeasuredAfter() {
    assertThat(graph("-o", folder.resolve("g.npz"))).isZero();
    assertThat(shell.err())
        .contains("search     exact, because all pairs of so few rows are soon compared")
        .containsPattern(
            "estimate   about 0\\.\\d s if \\d+ cores? (is|are) free, at most 0\\.\\d GB");
    assertThat(shell.out())
        .contains("recall       1.000 (all pairs compared)")
        .contains("isolated     0");
    assertThat(GraphFile.read(folder.resolve("g.npz")).size()).isEqualTo(300);
  }

  @Test
  void approximateSearchSaysWhatItFound() {
    assertThat(graph("-o", folder.resolve("g.npz"), "--search", "approximate")).isZero();
    assertThat(shell.out()).containsPattern("recall       [01]\\.\\d+ \\(of a sample");
  }

  @ParameterizedTest
  @ValueSource(strings = {"g.npz", "g.graph"})
  void aGraphThatWasWrittenTellsWhatIsKnownOfIt(String name) {
    Path file = folder.resolve(name);
    assertThat(graph("-o", file, "--search", "approximate", "--neighbors", 4)).isZero();
    String recall = shell.out().lines().filter(l -> l.startsWith("recall")).findFirst().get();
    assertThat(shell.kith("graph", file, "--show", 7)).isZero();
    assertThat(shell.out())
        .contains(recall)
        .contains("made with    4 neighbours, euclidean, rbf")
        .contains("isolated     0", "components   ", "neighbours of 7");
    assertThat(shell.kith("graph", file, "--show", 300)).isEqualTo(2);
    assertThat(shell.err()).contains("there is no row '300' to show");
    assertThat(shell.kith("partition", file, "-o", folder.resolve("b.npy"))).isZero();
    assertThat(shell.out()).containsPattern("recall +[01]\\.\\d+ of the graph, approximate search");
  }

  @Test
  void moreEffortMayBeAskedFor() {
    assertThat(graph("-o", folder.resolve("g.npz"), "--search", "approximate", "--effort", "quick"))
        .isZero();
    refused("'lazy' is not one of fastest, quick, normal, thorough", "--effort", "lazy");
  }

  @Test
  void aRowIsShownWithItsNeighbors() {
    assertThat(graph("-o", folder.resolve("g.npz"), "--show", "n4", "--show", "7")).isZero();
    assertThat(shell.out())
        .contains("neighbours of n4 (")
        .contains("neighbours of n7 (")
        .containsPattern("n\\d+ +\\d\\.\\d{4} +[01]\\.\\d+ +(rose|tulip|unlabelled)");
    assertThat(graph("-o", folder.resolve("h.npz"), "--show", "n999")).isEqualTo(2);
    assertThat(shell.err()).contains("there is no row 'n999' to show");
    assertThat(folder.resolve("h.npz")).doesNotExist();
  }

  @Test
  void edgesAreWrittenWithIds() throws IOException {
    Path out = folder.resolve("edges.tsv");
    assertThat(graph("-o", out, "--kernel", "constant")).isZero();
    assertThat(Files.readAllLines(out).get(0)).isEqualTo("source\ttarget\tweight");
    assertThat(Files.readAllLines(out).get(1)).matches("n0\tn\\d+\t1\\.0");
    assertThat(graph("-o", folder.resolve("g.graph"))).isZero();
    assertThat(shell.kith("partition", folder.resolve("g.graph"), "-o", folder.resolve("b.npy")))
        .isZero();
  }

  @Test
  void wrongChoicesAreOneSentence() {
    refused("more than the 10 MB of --memory", "--memory", "10m");
    refused("memory must be a number with g or m", "--memory", "lots");
    refused("'manhattan' is not one of euclidean, cosine, inner-product", "--metric", "manhattan");
    refused("metric must be cosine", "--kernel", "cosine");
    refused("says no format of graphs", "-o", folder.resolve("g.xml"));
  }

  @Test
  void sizesOfMemoryAreRead() {
    assertThat(GraphFlags.megabytes("6g")).isEqualTo(6 * 1024);
    assertThat(GraphFlags.megabytes("500M")).isEqualTo(500);
    assertThatThrownBy(() -> GraphFlags.megabytes("0g")).hasMessageContaining("'0g'");
  }

  private int graph(Object... more) {
    Object[] words = new Object[more.length + 6];
    Object[] first = {"graph", data, "--label", "species", "--id", "name"};
    System.arraycopy(first, 0, words, 0, 6);
    System.arraycopy(more, 0, words, 6, more.length);
    return shell.kith(words);
  }

  private void refused(String why, Object... more) {
    assertThat(graph(more)).isEqualTo(2);
    assertThat(shell.err()).contains(why);
  }
}
