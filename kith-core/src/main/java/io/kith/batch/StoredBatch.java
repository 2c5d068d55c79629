package io.kith.batch;

import io.kith.base.BadInputException;
import io.kith.data.Labels;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A meta-batch with all that a step needs to know of it: numbers, labels, features and edges of its
 * rows, the edges to rows of other meta-batches included.
 *
 * <p>Neighbours are named by their position in the {@link BatchLayout}, in the order of their row
 * numbers. In a file, all little-endian, 32 bits each:
 *
 * <pre>
 *   "KMB1"  batch  begin  rows  columns  entries
 *   row numbers  labels  offsets (rows + 1)  neighbours  weights  features, row after row
 *   CRC-32 of all that
 * </pre>
 *
 * <p>Immutable; threads may share it.
 */
public final class StoredBatch {
  private static final int MAGIC = 0x31424d4b;
  private static final int HEADER_INTS = 6;

  private final int number;
  private final int begin;
  private final int columns;
  private final int[] rows;
  private final int[] labels;
  private final int[] offsets;
  private final int[] neighbors;
  private final float[] weights;
  private final float[] features;

  private StoredBatch(
      int number,
      int begin,
      int columns,
      int[] rows,
      int[] labels,
      int[] offsets,
      int[] neighbors,
      float[] weights,
      float[] features) {
    this.number = number;
    this.begin = begin;
    this.columns = columns;
    this.rows = rows;
    this.labels = labels;
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.weights = weights;
    this.features = features;
  }

  /** Gathers a meta-batch from rows and edges that come in any order. */
  public static final class Builder {
    private static final int MISSING = -1;

    private final int number;
    private final int begin;
    private final int columns;
    private final int[] rows;
    private final int[] labels;
    private final float[] features;
    private final int[][] neighbors;
    private final float[][] weights;

    public Builder(BatchLayout layout, int batch, int columns) {
      int size = layout.size(batch);
      this.number = batch;
      this.begin = layout.begin(batch);
      this.columns = columns;
      this.rows = new int[size];
      this.labels = new int[size];
      this.features = new float[Math.multiplyExact(size, columns)];
      this.neighbors = new int[size][];
      this.weights = new float[size][];
      Arrays.fill(rows, MISSING);
    }

    /** The row at a position of the layout, whose features stand from a place of an array on. */
    public Builder row(int position, int row, int label, float[] from, int at) {
      int place = position - begin;
      if (rows[place] != MISSING) {
        throw new IllegalArgumentException(
            "every row must come once, but row " + row + " came again");
      }
      rows[place] = row;
      labels[place] = label;
      System.arraycopy(from, at, features, place * columns, columns);
      return this;
    }

    /**
     * The edges of the row at a position: neighbours as positions, in the order of their row
     * numbers. A row that none are told of has none.
     */
    public Builder edges(int position, int[] neighborPositions, float[] affinities) {
      int place = position - begin;
      if (neighbors[place] != null) {
        throw new IllegalArgumentException(
            "the edges of every row must come once, but those of the row at position "
                + position
                + " came again");
      }
      neighbors[place] = neighborPositions;
      weights[place] = affinities;
      return this;
    }

    public StoredBatch build() {
      int[] offsets = new int[rows.length + 1];
      for (int place = 0; place < rows.length; place++) {
        if (rows[place] == MISSING) {
          throw new IllegalArgumentException(
              "every row must come once, but the one at position " + (begin + place) + " did not");
        }
        int degree = neighbors[place] == null ? 0 : neighbors[place].length;
        offsets[place + 1] = Math.addExact(offsets[place], degree);
      }
      int[] ends = new int[offsets[rows.length]];
      float[] affinities = new float[ends.length];
      for (int place = 0; place < rows.length; place++) {
        int degree = offsets[place + 1] - offsets[place];
        if (degree > 0) {
          System.arraycopy(neighbors[place], 0, ends, offsets[place], degree);
          System.arraycopy(weights[place], 0, affinities, offsets[place], degree);
        }
      }
      return new StoredBatch(
          number, begin, columns, rows, labels, offsets, ends, affinities, features);
    }
  }

  public int number() {
    return number;
  }

  public int size() {
    return rows.length;
  }

  /** Row numbers in batch order; the caller must not change the array. */
  int[] rows() {
    return rows;
  }

  /** Labels, or {@link Labels#UNLABELED}; the caller must not change the array. */
  int[] labels() {
    return labels;
  }

  /** Features, row after row; the caller must not change the array. */
  float[] features() {
    return features;
  }

  /** The weight between this meta-batch and others, which begin where {@code begins} says. */
  GroupLinks links(int[] begins, GroupLinks.Sum sum) {
    for (int e = 0; e < neighbors.length; e++) {
      if (!holds(neighbors[e])) {
        sum.add(BatchLayout.batchAt(neighbors[e], begins), weights[e]);
      }
    }
    return sum.take();
  }

  /** The edges among the rows of some meta-batches, whose rows follow each other at a step. */
  static AffinityBlock edges(StoredBatch[] together, AffinityBlock.EntryWeights entryWeights) {
    int capacity = Arrays.stream(together).mapToInt(batch -> batch.neighbors.length).sum();
    int[] from = new int[capacity];
    int[] to = new int[capacity];
    float[] kept = new float[capacity];
    int count = 0;
    int first = 0;
    for (StoredBatch batch : together) {
      for (int place = 0; place < batch.size(); place++) {
        for (int e = batch.offsets[place]; e < batch.offsets[place + 1]; e++) {
          int other = placeOf(batch.neighbors[e], together);
          float weight =
              other < 0 ? 0 : entryWeights.weight(first + place, other, batch.weights[e]);
          if (weight > 0) {
            from[count] = first + place;
            to[count] = other;
            kept[count++] = weight;
          }
        }
      }
      first += batch.size();
    }
    return new AffinityBlock(from, to, kept, count);
  }

  /** Where a position of the layout stands at a step, -1 if it does not take part. */
  private static int placeOf(int position, StoredBatch[] together) {
    int first = 0;
    for (StoredBatch batch : together) {
      if (batch.holds(position)) {
        return first + position - batch.begin;
      }
      first += batch.size();
    }
    return -1;
  }

  private boolean holds(int position) {
    return position >= begin && position - begin < rows.length;
  }

  /** How many bytes it takes, here and in a file. */
  int length() {
    long ints = HEADER_INTS + 3L * rows.length + 1 + 2L * neighbors.length + features.length + 1;
    return Math.toIntExact(Integer.BYTES * ints);
  }

  byte[] encode() {
    ByteBuffer bytes = ByteBuffer.allocate(length()).order(ByteOrder.LITTLE_ENDIAN);
    int[] header = {MAGIC, number, begin, rows.length, columns, neighbors.length};
    for (int[] ints : new int[][] {header, rows, labels, offsets, neighbors}) {
      bytes.asIntBuffer().put(ints);
      bytes.position(bytes.position() + Integer.BYTES * ints.length);
    }
    for (float[] floats : new float[][] {weights, features}) {
      bytes.asFloatBuffer().put(floats);
      bytes.position(bytes.position() + Float.BYTES * floats.length);
    }
    bytes.putInt(checksum(bytes.array()));
    return bytes.array();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @param where the file, for the error text
   */
  static StoredBatch decode(byte[] encoded, String where) {
    ByteBuffer bytes = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
    if (encoded.length < Integer.BYTES * (HEADER_INTS + 2)
        || bytes.getInt() != MAGIC
        || bytes.getInt(encoded.length - Integer.BYTES) != checksum(encoded)) {
      throw new BadInputException(
          where
              + " is damaged, or holds no meta-batch where one should be: write the store again.");
    }
    int number = bytes.getInt();
    int begin = bytes.getInt();
    int size = bytes.getInt();
    int columns = bytes.getInt();
    int entries = bytes.getInt();
    return new StoredBatch(
        number,
        begin,
        columns,
        ints(bytes, size),
        ints(bytes, size),
        ints(bytes, size + 1),
        ints(bytes, entries),
        floats(bytes, entries),
        floats(bytes, size * columns));
  }

  private static int[] ints(ByteBuffer bytes, int count) {
    int[] values = new int[count];
    bytes.asIntBuffer().get(values);
    bytes.position(bytes.position() + Integer.BYTES * count);
    return values;
  }

  private static float[] floats(ByteBuffer bytes, int count) {
    float[] values = new float[count];
    bytes.asFloatBuffer().get(values);
    bytes.position(bytes.position() + Float.BYTES * count);
    return values;
  }

  /** Of all but the last four bytes, where it is put. */
  private static int checksum(byte[] encoded) {
    CRC32 crc = new CRC32();
    crc.update(encoded, 0, encoded.length - Integer.BYTES);
    return (int) crc.getValue();
  }
}
