package io.kith.batch;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Meta-batches in files, of which a step reads the two that it is made of: training takes the
 * memory of a few steps and of the labelled rows, however many rows there are.
 *
 * <p>Its steps are those of the {@link MetaBatchPlan} with the same blocks, options and seed: the
 * same rows in the same order, the same edges, companions and refill. They bring their features
 * along. Meta-batches that were read lately are kept, as far as the space given allows.
 *
 * <p>Threads may share it; whoever opens it closes it, after the last step.
 */
public final class MetaBatchStore implements StepSource, FeatureSource, AutoCloseable {
  private final StoreFiles files;
  private final StoreIndex index;
  private final Seed seed;
  private final int[] begins;
  private final StoredLabeled labeled;
  private final Recent recent;

  private MetaBatchStore(StoreFiles files, StoreIndex index, long keptBytes) {
    this.files = files;
    this.index = index;
    this.seed = new Seed(index.seed());
    this.begins = index.begins();
    this.recent = new Recent(keptBytes);
    this.labeled =
        index.options().labeledPerStep() > 0
            ? StoredLabeled.read(files, index.labeled(), index.columns())
            : StoredLabeled.none(index.columns());
  }

  /**
   * Opens a store.
   *
   * @param keptBytes how much memory may be taken by meta-batches that could be wanted again
   */
  public static MetaBatchStore open(StoreFiles files, long keptBytes) {
    return new MetaBatchStore(files, StoreIndex.read(files), keptBytes);
  }

  @Override
  public int batchCount() {
    return index.batchCount();
  }

  /** As many rows as the two largest meta-batches, and the refill. */
  @Override
  public int largestStep() {
    int[] sizes = index.sizes().clone();
    Arrays.sort(sizes);
    int meeting = index.options().companions() == Companions.NONE ? 1 : 2;
    int largest = refill();
    for (int i = 1; i <= Math.min(meeting, sizes.length); i++) {
      largest += sizes[sizes.length - i];
    }
    return largest;
  }

  @Override
  public int columns() {
    return index.columns();
  }

  @Override
  public Epoch epoch(int number) {
    return new StoredEpoch(number);
  }

  @Override
  public void copyInto(MetaBatch batch, FloatMatrix into, Parallel parallel) {
    batch
        .carried()
        .orElseThrow(() -> new IllegalArgumentException("the batch must be of this store"))
        .copyInto(into, parallel);
  }

  private int refill() {
    return Math.min(index.options().labeledPerStep(), labeled.size());
  }

  private StoredBatch batch(int number) {
    Optional<StoredBatch> kept = recent.find(number);
    if (kept.isPresent()) {
      return kept.get();
    }
    String part = index.parts().get(index.partOfBatch()[number]);
    byte[] encoded = new byte[index.lengths()[number]];
    try {
      files.read(part, index.positions()[number], encoded);
    } catch (IOException e) {
      throw new BadInputException(
          "cannot read meta-batch "
              + number
              + " from "
              + files.place(part)
              + " ("
              + e.getMessage()
              + "): check that the store is still there, or write it again.",
          e);
    }
    StoredBatch read = StoredBatch.decode(encoded, files.place(part));
    recent.keep(read);
    return read;
  }

  @Override
  public void close() {
    labeled.close();
  }

  /** The meta-batches that were used last, as many as fit. */
  private static final class Recent {
    private final Map<Integer, StoredBatch> batches = new LinkedHashMap<>(16, 0.75f, true);
    private final long room;
    private long taken;

    Recent(long room) {
      this.room = room;
    }

    synchronized Optional<StoredBatch> find(int number) {
      return Optional.ofNullable(batches.get(number));
    }

    synchronized void keep(StoredBatch batch) {
      if (batches.put(batch.number(), batch) == null) {
        taken += batch.length();
      }
      var oldest = batches.values().iterator();
      while (taken > room) {
        taken -= oldest.next().length();
        oldest.remove();
      }
    }
  }

  /** One pass over all meta-batches, drawing as {@link MetaBatchPlan.Epoch} does. */
  private final class StoredEpoch implements Epoch {
    private final int number;
    private final int[] order;
    private final LabeledRows refill;
    private final GroupLinks.Sum sum = new GroupLinks.Sum(batchCount());

    StoredEpoch(int number) {
      this.number = number;
      this.order = seed.derive("order").derive(number).permutation(batchCount());
      int[] places = new int[labeled.size()];
      Arrays.setAll(places, i -> i);
      this.refill = new LabeledRows(places, seed.derive("refill"));
    }

    @Override
    public MetaBatch step(int step) {
      StoredBatch own = batch(order[step]);
      StoredBatch[] together = {own};
      AffinityBlock.EntryWeights weights = (from, to, affinity) -> affinity;
      if (index.options().companions() == Companions.BATCH) {
        GroupLinks links = own.links(begins, sum);
        if (links.total() > 0) {
          StoredBatch other = batch(companion(own.number(), links));
          together = new StoredBatch[] {own, other};
          weights = index.options().unbiased() ? meetings(own, links, other) : weights;
        }
      }
      int[] places = new int[refill()];
      refill.deal((long) number * order.length + step, places.length, places, 0);
      return assemble(together, StoredBatch.edges(together, weights), places);
    }

    private int companion(int batch, GroupLinks links) {
      return links.draw(seed.derive("neighbor").derive(number).derive(batch).random());
    }

    private MeetingWeights meetings(StoredBatch own, GroupLinks links, StoredBatch other) {
      double meetings =
          NeighborBatch.meetings(
              links.weight(other.number()), links.total(), other.links(begins, sum).total());
      return new MeetingWeights(own.size(), (ownPosition, position) -> meetings);
    }

    private MetaBatch assemble(StoredBatch[] together, AffinityBlock affinity, int[] places) {
      int graphRows = Arrays.stream(together).mapToInt(StoredBatch::size).sum();
      int[] rows = new int[graphRows + places.length];
      int[] labels = new int[rows.length];
      float[][] features = new float[together.length + 1][];
      int at = 0;
      for (int i = 0; i < together.length; i++) {
        System.arraycopy(together[i].rows(), 0, rows, at, together[i].size());
        System.arraycopy(together[i].labels(), 0, labels, at, together[i].size());
        features[i] = together[i].features();
        at += together[i].size();
      }
      for (int place : places) {
        rows[at] = labeled.row(place);
        labels[at++] = labeled.label(place);
      }
      features[together.length] = labeled.features(places);
      return new MetaBatch(rows, labels, graphRows, affinity, new CarriedFeatures(features));
    }
  }
}
