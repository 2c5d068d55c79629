package io.kith.batch;

import io.kith.base.Seed;

/** Gathers blocks into meta-batches; every block into one, all of nearly as many blocks. */
sealed interface Grouping permits RandomGrouping, DiverseGrouping {
  Gathering gather(Seed seed);
}
