package io.kith.batch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes meta-batches one after the other into a file of a store. Not for sharing by threads. */
public final class StorePart {
  private final OutputStream out;
  private final List<Placed> placed = new ArrayList<>();
  private long position;

  /** The caller closes the stream. */
  public StorePart(OutputStream out) {
    this.out = out;
  }

  /** Where in its file a meta-batch stands. */
  public record Placed(int batch, long position, int length) {}

  /** What a file of a store holds. */
  public record Written(String file, List<Placed> batches) {}

  public void add(StoredBatch batch) throws IOException {
    byte[] encoded = batch.encode();
    out.write(encoded);
    placed.add(new Placed(batch.number(), position, encoded.length));
    position += encoded.length;
  }

  /** What has been written, to a file of this name in the store's folder. */
  public Written written(String file) {
    return new Written(file, List.copyOf(placed));
  }
}
