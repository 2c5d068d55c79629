package io.kith.batch;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What a store holds, and where: written last, as {@value #FILE}, so that a store without it is one
 * that was never finished.
 *
 * @param seed that of the plan
 * @param columns how many features a row has
 * @param parts the files of meta-batches
 * @param partOfBatch which of them each meta-batch is in
 * @param positions where each meta-batch begins in its file
 * @param lengths how many bytes each meta-batch has there
 * @param sizes how many rows each meta-batch has
 */
public record StoreIndex(
    int version,
    long seed,
    BatchOptions options,
    int columns,
    List<String> parts,
    int[] partOfBatch,
    long[] positions,
    int[] lengths,
    int[] sizes,
    LabeledPart.Written labeled) {
  public static final String FILE = "store.json";

  private static final int VERSION = 1;
  private static final int NOWHERE = -1;

  /** Refuses what a store cannot do: anything that needs more at a step than two meta-batches. */
  public static void requireStorable(BatchOptions options) {
    if (options.companions() == Companions.BLOCKS) {
      throw new BadInputException(
          "meta-batches that are read step by step cannot be joined by single blocks: choose the"
              + " companions batch or none.");
    }
    if (options.resynthesize()) {
      throw new BadInputException(
          "meta-batches that are read step by step are gathered once, not anew every epoch: leave"
              + " resynthesize out.");
    }
  }

  /** The index of what has been written. */
  public static StoreIndex of(
      BatchLayout layout,
      BatchOptions options,
      Seed seed,
      int columns,
      List<StorePart.Written> written,
      LabeledPart.Written labeled) {
    requireStorable(options);
    int batches = layout.batchCount();
    int[] partOfBatch = new int[batches];
    long[] positions = new long[batches];
    int[] lengths = new int[batches];
    int[] sizes = new int[batches];
    Arrays.fill(partOfBatch, NOWHERE);
    Arrays.setAll(sizes, layout::size);
    for (int part = 0; part < written.size(); part++) {
      for (StorePart.Placed placed : written.get(part).batches()) {
        partOfBatch[placed.batch()] = part;
        positions[placed.batch()] = placed.position();
        lengths[placed.batch()] = placed.length();
      }
    }
    for (int batch = 0; batch < batches; batch++) {
      if (partOfBatch[batch] == NOWHERE) {
        throw new IllegalArgumentException(
            "every meta-batch must have been written, but number " + batch + " was not");
      }
    }
    List<String> parts = written.stream().map(StorePart.Written::file).toList();
    return new StoreIndex(
        VERSION,
        seed.value(),
        options,
        columns,
        parts,
        partOfBatch,
        positions,
        lengths,
        sizes,
        labeled);
  }

  static StoreIndex read(StoreFiles files) {
    String place = files.place(FILE);
    byte[] text;
    try {
      text = new byte[Math.toIntExact(files.length(FILE))];
      files.read(FILE, 0, text);
    } catch (IOException e) {
      throw new BadInputException(
          "cannot read " + place + ": check the path, or write the store again.", e);
    }
    StoreIndex index =
        Json.as(Json.parse(new String(text, StandardCharsets.UTF_8)), StoreIndex.class, place);
    if (index.version != VERSION) {
      throw new BadInputException(
          place + " was written by another version of Kith: write the store again.");
    }
    return index;
  }

  /** The content of {@value #FILE}. */
  public byte[] encode() {
    return Json.tree(this).toString().getBytes(StandardCharsets.UTF_8);
  }

  public int batchCount() {
    return sizes.length;
  }

  /** Where meta-batches begin in the layout, and where the last one ends. */
  int[] begins() {
    int[] begins = new int[sizes.length + 1];
    for (int batch = 0; batch < sizes.length; batch++) {
      begins[batch + 1] = begins[batch] + sizes[batch];
    }
    return begins;
  }
}
