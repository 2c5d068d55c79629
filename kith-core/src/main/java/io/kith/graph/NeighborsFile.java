package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.data.Npz;
import io.kith.engine.FloatMatrix;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Neighbour lists as NumPy matrices: a {@code .npz} with {@code neighbors}, whole numbers, and
 * {@code distances}, both with a row for each row and a column for each rank.
 *
 * <p>This is what other searches hand out ({@code numpy.savez(file, neighbors=…, distances=…)}). A
 * row that finds itself first, as they often do, loses that entry and all rows one column.
 */
public final class NeighborsFile {
  /** Whole numbers that a float holds exactly. */
  private static final int MOST_ROWS = 1 << 24;

  private NeighborsFile() {}

  public static void write(Path file, Neighbors neighbors) {
    int n = neighbors.size();
    int k = neighbors.count();
    int[] ids = new int[n * k];
    float[] row = new float[k];
    try (FloatMatrix distances = FloatMatrix.allocate(n, k)) {
      for (int i = 0; i < n; i++) {
        for (int r = 0; r < k; r++) {
          ids[i * k + r] = neighbors.id(i, r);
          row[r] = neighbors.distance(i, r);
        }
        distances.setRow(i, row);
      }
      Npz.write(
          file,
          npz -> {
            npz.add("neighbors", ids, k);
            npz.add("distances", distances);
          });
    }
  }

  public static Neighbors read(Path file) {
    try (Npz npz = Npz.open(file)) {
      for (String needed : new String[] {"neighbors", "distances"}) {
        if (!npz.has(needed)) {
          throw bad(file, "has no matrix '" + needed + "': save both neighbors and distances");
        }
      }
      try (FloatMatrix ids = npz.matrix("neighbors");
          FloatMatrix distances = npz.matrix("distances")) {
        return of(file, ids, distances);
      }
    }
  }

  private static Neighbors of(Path file, FloatMatrix ids, FloatMatrix distances) {
    int n = ids.rows();
    if (distances.rows() != n || distances.columns() != ids.columns()) {
      throw bad(file, "has neighbors and distances of different shapes");
    }
    if (n > MOST_ROWS) {
      throw bad(file, "has more than " + MOST_ROWS + " rows, too many for this format");
    }
    int skip = selfFirst(ids) ? 1 : 0;
    int k = ids.columns() - skip;
    if (n == 0 || k < 1) {
      throw bad(file, "has no neighbours in it");
    }
    int[] chosen = new int[Math.multiplyExact(n, k)];
    float[] far = new float[chosen.length];
    for (int i = 0; i < n; i++) {
      for (int r = 0; r < k; r++) {
        chosen[i * k + r] = requireId(file, i, ids.get(i, r + skip), n);
        far[i * k + r] = requireDistance(file, i, distances.get(i, r + skip));
      }
      requireDistinct(file, i, Arrays.copyOfRange(chosen, i * k, (i + 1) * k));
    }
    return new Neighbors(k, chosen, far);
  }

  private static boolean selfFirst(FloatMatrix ids) {
    for (int i = 0; i < ids.rows(); i++) {
      if (ids.columns() == 0 || ids.get(i, 0) != i) {
        return false;
      }
    }
    return true;
  }

  private static int requireId(Path file, int row, float id, int n) {
    if (!(id >= 0) || id >= n || id != (int) id) {
      throw bad(
          file, "gives row " + row + " the neighbour " + id + ", but rows go from 0 to " + (n - 1));
    }
    if ((int) id == row) {
      throw bad(file, "gives row " + row + " itself for a neighbour");
    }
    return (int) id;
  }

  private static float requireDistance(Path file, int row, float distance) {
    if (Float.isNaN(distance) || Float.isInfinite(distance)) {
      throw bad(file, "gives row " + row + " a distance of " + distance);
    }
    return distance;
  }

  private static void requireDistinct(Path file, int row, int[] ids) {
    Arrays.sort(ids);
    for (int r = 1; r < ids.length; r++) {
      if (ids[r] == ids[r - 1]) {
        throw bad(file, "gives row " + row + " the neighbour " + ids[r] + " twice");
      }
    }
  }

  private static BadInputException bad(Path file, String what) {
    return new BadInputException(file + " " + what + ".");
  }
}
