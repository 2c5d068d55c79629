package io.kith;

import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Noisy points along closed curves in many dimensions, one curve a class: a few labels say where a
 * curve passes, neighbours say how it goes on.
 */
public final class Curves {
  private static final int HARMONICS = 4;

  private Curves() {}

  public static Dataset dataset(int rows, int classes, int dimensions, double noise, long seed) {
    SplittableRandom random = new Seed(seed).derive("curves").random();
    double[][][] waves = new double[classes][dimensions][2 * HARMONICS];
    for (double[][] curve : waves) {
      for (double[] wave : curve) {
        for (int h = 0; h < wave.length; h++) {
          wave[h] = normal(random);
        }
      }
    }
    FloatMatrix features = FloatMatrix.allocate(rows, dimensions);
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = i % classes;
      double angle = 2 * Math.PI * random.nextDouble();
      for (int j = 0; j < dimensions; j++) {
        double value = noise * normal(random);
        for (int h = 0; h < HARMONICS; h++) {
          value += waves[labels[i]][j][2 * h] * Math.cos((h + 1) * angle);
          value += waves[labels[i]][j][2 * h + 1] * Math.sin((h + 1) * angle);
        }
        features.set(i, j, (float) value);
      }
    }
    List<String> names = List.of("a", "b", "c", "d", "e", "f").subList(0, classes);
    return Dataset.of(features, new Labels(labels, names));
  }

  /** Close to normal: the sum of twelve uniform numbers. */
  private static double normal(SplittableRandom random) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
      sum += random.nextDouble();
    }
    return sum;
  }
}
