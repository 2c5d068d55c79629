package io.kith;

import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Data on which neighbours mislead: the class is whether two of the features have the same sign,
 * and six more, which tell nothing, have as much of a say in who is near whom.
 */
final class Parity {
  private Parity() {}

  static Dataset dataset(int rows, long seed) {
    SplittableRandom random = new Seed(seed).derive("parity").random();
    FloatMatrix features = FloatMatrix.allocate(rows, 8);
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 8; j++) {
        features.set(i, j, (float) (2 * random.nextDouble() - 1));
      }
      labels[i] = features.get(i, 0) * features.get(i, 1) > 0 ? 1 : 0;
    }
    return Dataset.of(features, new Labels(labels, List.of("different", "same")));
  }
}
