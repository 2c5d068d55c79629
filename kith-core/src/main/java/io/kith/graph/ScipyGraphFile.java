package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.data.Npz;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A graph as SciPy's sparse {@code .npz}, in compressed sparse rows. One more array, which SciPy
 * does not look at, says how it was made.
 */
final class ScipyGraphFile {
  private static final String ORIGIN = "kith";

  private ScipyGraphFile() {}

  /** Whether there is a sparse matrix in a {@code .npz} file. */
  static boolean isGraph(Path file) {
    try (Npz npz = Npz.open(file)) {
      return npz.has("indptr");
    }
  }

  static void write(Path file, AffinityGraph graph, Optional<GraphOrigin> origin) {
    int n = graph.size();
    int[] offsets = new int[n + 1];
    int[] neighbors = new int[2 * graph.edgeCount()];
    float[] weights = new float[neighbors.length];
    for (int i = 0; i < n; i++) {
      offsets[i + 1] = graph.end(i);
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        neighbors[e] = graph.neighborAt(e);
        weights[e] = graph.weightAt(e);
      }
    }
    Npz.write(
        file,
        npz -> {
          npz.add("indices", neighbors);
          npz.add("indptr", offsets);
          npz.addAscii("format", "csr");
          npz.add("shape", new long[] {n, n});
          npz.add("data", weights);
          if (origin.isPresent()) {
            npz.addAscii(ORIGIN, Json.tree(origin.get()).toString());
          }
        });
  }

  static StoredGraph read(Path file) {
    try (Npz npz = Npz.open(file)) {
      for (String needed : new String[] {"indices", "indptr", "format", "shape", "data"}) {
        if (!npz.has(needed)) {
          throw new BadInputException(
              file
                  + " is not a sparse matrix of SciPy (it has no '"
                  + needed
                  + "'): write it with scipy.sparse.save_npz or kith graph.");
        }
      }
      String format = npz.strings("format")[0];
      if (!format.equals("csr")) {
        throw new BadInputException(
            file
                + " holds a matrix of format '"
                + format
                + "', but a graph is read from csr:"
                + " convert it with .tocsr().");
      }
      long[] shape = npz.longs("shape");
      int[] offsets = npz.ints("indptr");
      if (shape.length != 2 || shape[0] != shape[1] || offsets.length != shape[0] + 1) {
        throw new BadInputException(
            file
                + " holds a matrix of shape "
                + Arrays.toString(shape)
                + ", but a graph is square.");
      }
      Optional<GraphOrigin> origin =
          npz.has(ORIGIN)
              ? Optional.of(
                  Json.as(Json.parse(npz.strings(ORIGIN)[0]), GraphOrigin.class, file.toString()))
              : Optional.empty();
      return new StoredGraph(
          new AffinityGraph(offsets, npz.ints("indices"), npz.floats("data")), origin);
    } catch (BadInputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new BadInputException(file + " is not a valid graph: " + e.getMessage() + ".", e);
    }
  }
}
