package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AffinityGraphTest {
  /** On a line at 0, 1, 3, 7: each chooses its nearest; 3 is chosen by 7 but chooses 1. */
  private static final Neighbors CHOICES =
      new Neighbors(1, new int[] {1, 0, 1, 2}, new float[] {1, 1, 2, 4});

  private static final AffinityKernel KERNEL = new AffinityKernel.Rbf(2);

  @Test
  void unionJoinsWhatEitherChose() {
    AffinityGraph graph = AffinityGraph.of(CHOICES, KERNEL, Symmetrization.UNION);
    assertThat(graph.edgeCount()).isEqualTo(3);
    assertThat((double) graph.weight(0, 1)).isCloseTo(Math.exp(-1 / 8.0), within(1e-7));
    assertThat((double) graph.weight(2, 3)).isCloseTo(Math.exp(-16 / 8.0), within(1e-7));
    assertThat(graph.weight(3, 2)).isEqualTo(graph.weight(2, 3));
    assertThat(graph.weight(0, 3)).isZero();
    assertThat(graph.degree(1)).isEqualTo(2);
    assertThat(graph.componentCount()).isEqualTo(1);
  }

  @Test
  void mutualJoinsWhatBothChoseAndCountsWhoIsLeftAlone() {
    AffinityGraph graph = AffinityGraph.of(CHOICES, KERNEL, Symmetrization.MUTUAL);
    assertThat(graph.edgeCount()).isEqualTo(1);
    assertThat(graph.isolatedCount()).isEqualTo(2);
    assertThat(graph.componentCount()).isEqualTo(3);
  }

  @Test
  void aPartOfAGraphHasTheEdgesBetweenItsNodesInTheOrderGiven() {
    AffinityGraph graph = AffinityGraph.of(CHOICES, KERNEL, Symmetrization.UNION);
    int[] nodes = {3, 1, 2};
    AffinityGraph part = graph.induced(nodes);
    assertThat(part.size()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        assertThat(part.weight(i, j)).isEqualTo(graph.weight(nodes[i], nodes[j]));
      }
    }
    assertThat(graph.induced(new int[] {0, 3}).isolatedCount()).isEqualTo(2);
    assertThat(graph.induced(new int[0]).size()).isZero();
  }

  @Test
  void agreementCountsNeighborsThatBothHaveALabel() {
    Labels labels = new Labels(new int[] {0, 0, 1, Labels.UNLABELED}, List.of("a", "b"));
    // 0 -> 1 and 1 -> 0 agree, 2 -> 1 does not, 3 has no label
    assertThat(CHOICES.agreement(labels)).isCloseTo(2 / 3.0, within(1e-12));
  }

  @Test
  void theUnsquaredKernelIsThePapersForm() {
    assertThat(new AffinityKernel.RbfUnsquared(2).affinity(4)).isEqualTo(Math.exp(-4 / 8.0));
  }

  @Test
  void meanHalvesTheWeightThatOnlyOneSideChose() {
    AffinityGraph union = AffinityGraph.of(CHOICES, KERNEL, Symmetrization.UNION);
    AffinityGraph mean = AffinityGraph.of(CHOICES, KERNEL, Symmetrization.MEAN);
    assertThat(mean.edgeCount()).isEqualTo(union.edgeCount());
    assertThat(mean.weight(0, 1)).isEqualTo(union.weight(0, 1));
    assertThat(mean.weight(2, 3)).isEqualTo(union.weight(2, 3) / 2);
    assertThat(mean.weight(1, 2)).isEqualTo(union.weight(1, 2) / 2);
  }

  @Test
  void localScalingGivesEachRowItsOwnWidth() {
    AffinityKernel local = GraphOptions.defaults().withKernel(Kernel.RBF_LOCAL).kernelFor(CHOICES);
    AffinityGraph graph = AffinityGraph.of(CHOICES, local, Symmetrization.UNION);
    assertThat((double) graph.weight(0, 1)).isCloseTo(Math.exp(-1), within(1e-7));
    assertThat((double) graph.weight(1, 2)).isCloseTo(Math.exp(-4.0 / (1 * 2)), within(1e-7));
    assertThat((double) graph.weight(2, 3)).isCloseTo(Math.exp(-16.0 / (2 * 4)), within(1e-7));
    assertThat(local.sigma()).isEqualTo(1);
    Neighbors twins = new Neighbors(1, new int[] {1, 0, 0}, new float[] {0, 0, 3});
    AffinityKernel ofTwins = new LocalRbf(twins);
    assertThat(ofTwins.affinity(0, 1, 0)).isEqualTo(1);
    assertThat(ofTwins.affinity(0, 2, 3)).isEqualTo(Math.exp(-9.0 / 3));
  }

  @Test
  void cosineAndConstantWeighAsTheirNamesSay() {
    assertThat(new AffinityKernel.Cosine().affinity(0.25)).isEqualTo(0.75);
    assertThat(new AffinityKernel.Constant().affinity(7)).isEqualTo(1);
    Neighbors opposite = new Neighbors(1, new int[] {1, 0}, new float[] {1.5f, 1.5f});
    assertThat(
            AffinityGraph.of(opposite, new AffinityKernel.Cosine(), Symmetrization.UNION)
                .weight(0, 1))
        .isPositive();
  }

  @Test
  void sigmaIsTheMedianDistanceUnlessGiven() {
    assertThat(GraphOptions.defaults().kernelFor(CHOICES)).isEqualTo(new AffinityKernel.Rbf(1));
    assertThat(GraphOptions.defaults().withSigma(5).kernelFor(CHOICES))
        .isEqualTo(new AffinityKernel.Rbf(5));
    Neighbors twins = new Neighbors(1, new int[] {1, 0}, new float[] {0, 0});
    AffinityGraph graph =
        AffinityGraph.of(twins, GraphOptions.defaults().kernelFor(twins), Symmetrization.UNION);
    assertThat(graph.weight(0, 1)).isEqualTo(1);
  }

  @Test
  void anEdgeStaysWhereItsWeightUnderflows() {
    Neighbors far = new Neighbors(1, new int[] {1, 0}, new float[] {1e6f, 1e6f});
    assertThat(AffinityGraph.of(far, KERNEL, Symmetrization.UNION).weight(0, 1)).isPositive();
  }

  @Test
  void theConstructorRefusesWhatIsNoAffinityGraph() {
    refused(new int[] {0, 1, 2}, new int[] {0, 0}, new float[] {1, 1}, "leads a node to itself");
    refused(new int[] {0, 1, 1}, new int[] {1}, new float[] {1}, "has weight 1.0 but 0.0");
    refused(new int[] {0, 1, 2}, new int[] {1, 0}, new float[] {1, 2}, "the other way");
    refused(new int[] {0, 1, 2}, new int[] {1, 0}, new float[] {0, 0}, "finite positive weight");
    refused(
        new int[] {0, 1, 2},
        new int[] {1, 0},
        new float[] {Float.NaN, Float.NaN},
        "finite positive weight");
    refused(new int[] {0, 1, 2}, new int[] {5, 0}, new float[] {1, 1}, "does not exist");
    refused(
        new int[] {0, 2, 4}, new int[] {1, 1, 0, 0}, new float[] {1, 1, 1, 1}, "is a duplicate");
  }

  @Test
  void aFileBringsTheSameGraphBack(@TempDir Path folder) {
    AffinityGraph graph = AffinityGraph.of(CHOICES, KERNEL, Symmetrization.UNION);
    Path file = folder.resolve("graph.npz");
    GraphFile.write(file, graph);
    assertThat(GraphFile.read(file).fingerprint()).isEqualTo(graph.fingerprint());
    assertThatThrownBy(() -> GraphFile.read(folder.resolve("none.npz")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("none.npz");
  }

  @Test
  void theGraphDoesNotDependOnThreads() {
    var rows = NaiveSearch.random(1500, 5, 3);
    String[] fingerprints = new String[2];
    for (int t = 1; t <= 2; t++) {
      try (Parallel parallel = new Parallel(t)) {
        Neighbors found = new ExactNeighborSearch().search(rows, 6, parallel, Progress.NONE);
        fingerprints[t - 1] = AffinityGraph.of(found, KERNEL, Symmetrization.UNION).fingerprint();
      }
    }
    assertThat(fingerprints[0]).isEqualTo(fingerprints[1]);
  }

  private static void refused(int[] offsets, int[] neighbors, float[] weights, String why) {
    assertThatThrownBy(() -> new AffinityGraph(offsets, neighbors, weights))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
