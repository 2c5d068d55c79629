package io.kith.partition;

import io.kith.graph.AffinityGraph;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Graphs to test with: built edge by edge, or one of the well-known kinds. */
final class Graphs {
  private final TreeMap<Integer, TreeMap<Integer, Float>> edges = new TreeMap<>();
  private final int nodes;

  private Graphs(int nodes) {
    this.nodes = nodes;
  }

  static Graphs of(int nodes) {
    return new Graphs(nodes);
  }

  /** Adds an edge, or changes its weight; an edge of a node to itself is left out. */
  Graphs edge(int i, int j, double weight) {
    if (i != j) {
      edges.computeIfAbsent(i, x -> new TreeMap<>()).put(j, (float) weight);
      edges.computeIfAbsent(j, x -> new TreeMap<>()).put(i, (float) weight);
    }
    return this;
  }

  AffinityGraph graph() {
    int[] offsets = new int[nodes + 1];
    int entries = edges.values().stream().mapToInt(Map::size).sum();
    int[] neighbors = new int[entries];
    float[] weights = new float[entries];
    int filled = 0;
    for (int i = 0; i < nodes; i++) {
      for (Map.Entry<Integer, Float> edge : edges.getOrDefault(i, new TreeMap<>()).entrySet()) {
        neighbors[filled] = edge.getKey();
        weights[filled++] = edge.getValue();
      }
      offsets[i + 1] = filled;
    }
    return new AffinityGraph(offsets, neighbors, weights);
  }

  static AffinityGraph isolated(int nodes) {
    return of(nodes).graph();
  }

  static AffinityGraph path(int nodes) {
    Graphs path = of(nodes);
    for (int i = 1; i < nodes; i++) {
      path.edge(i - 1, i, 1);
    }
    return path.graph();
  }

  static AffinityGraph star(int nodes) {
    Graphs star = of(nodes);
    for (int i = 1; i < nodes; i++) {
      star.edge(0, i, 1 + i % 3);
    }
    return star.graph();
  }

  static AffinityGraph clique(int nodes) {
    return cliques(1, nodes, 0).graph();
  }

  /** Cliques of unit weight, each joined to the next by one edge (none when it weighs 0). */
  static Graphs cliques(int count, int size, double bridge) {
    Graphs cliques = of(count * size);
    for (int c = 0; c < count; c++) {
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
          cliques.edge(c * size + i, c * size + j, 1);
        }
      }
      if (bridge > 0 && c > 0) {
        cliques.edge(c * size, c * size - 1, bridge);
      }
    }
    return cliques;
  }

  static AffinityGraph grid(int width, int height) {
    Graphs grid = of(width * height);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (x > 0) {
          grid.edge(y * width + x, y * width + x - 1, 1);
        }
        if (y > 0) {
          grid.edge(y * width + x, (y - 1) * width + x, 1);
        }
      }
    }
    return grid.graph();
  }

  /** Edges between random ends, with weights from 1e-3 to 1e3 and some nodes without any. */
  static AffinityGraph random(int nodes, int tries, SplittableRandom random) {
    Graphs graph = of(nodes);
    for (int t = 0; t < tries; t++) {
      int i = random.nextInt(nodes);
      int j = random.nextInt(nodes);
      graph.edge(i, j, Math.pow(10, random.nextDouble(-3, 3)));
    }
    return graph.graph();
  }

  /** Points on a square, each joined to its nearest neighbours: the shape Kith's graphs have. */
  static AffinityGraph neighbors(int nodes, int nearest, SplittableRandom random) {
    double[] x = new double[nodes];
    double[] y = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      x[i] = random.nextDouble();
      y[i] = random.nextDouble();
    }
    Graphs graph = of(nodes);
    for (int i = 0; i < nodes; i++) {
      TreeMap<Double, Integer> near = new TreeMap<>();
      for (int j = 0; j < nodes; j++) {
        double squared = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
        if (j != i && (near.size() < nearest || squared < near.lastKey())) {
          near.put(squared, j);
          if (near.size() > nearest) {
            near.pollLastEntry();
          }
        }
      }
      for (Map.Entry<Double, Integer> other : near.entrySet()) {
        graph.edge(i, other.getValue(), Math.exp(-other.getKey() * nodes / 10));
      }
    }
    return graph.graph();
  }

  /** The weight of the edges between parts, each counted once. */
  static double cut(WeightedGraph graph, int[] partOf) {
    double twice = 0;
    for (int i = 0; i < graph.size(); i++) {
      for (int e = graph.offsets[i]; e < graph.offsets[i + 1]; e++) {
        twice += partOf[graph.neighbors[e]] == partOf[i] ? 0 : graph.weights[e];
      }
    }
    return twice / 2;
  }
}
