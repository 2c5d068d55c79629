package io.kith.batch;

import java.util.SplittableRandom;

/** Every meta-batch stays alone. */
record NoCompany() implements Company {
  @Override
  public int[] draw(int batch, SplittableRandom random) {
    return new int[0];
  }

  @Override
  public double meetings(int block, int other) {
    return 0;
  }
}
