package io.kith.spark;

import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * What a classifier learns from: training rows on the executors, numbered from 0 in the order of
 * Spark's Dataset, and the few validation rows here. Nothing is standardised yet.
 *
 * <p>The driver holds the label of every row, 4 bytes each, and no features but those of validation
 * rows. Rows are kept on the executors, in memory or on disk, until the set is closed: numbers must
 * not change when a partition is computed again.
 */
final class TrainingSet implements AutoCloseable {
  /** Above it, labels without names are more likely ids than classes. */
  private static final int MOST_UNNAMED_CLASSES = 1000;

  private final JavaRDD<RawRows> raw;
  private final Broadcast<int[]> apart;
  private final JavaRDD<RowChunk> train;
  private final int size;
  private final RowChunk validation;
  private final List<String> featureNames;
  private final List<String> classNames;

  private TrainingSet(
      JavaRDD<RawRows> raw, Numbering numbering, TrainingColumns columns, RunOptions options) {
    this.raw = raw;
    Labels labels = numbering.labels(columns);
    Apart rows = numbering.apart(labels, columns, options);
    featureNames =
        columns.featureNames().isEmpty()
            ? Dataset.numberedNames(numbering.width())
            : columns.featureNames();
    classNames = labels.names();
    size = numbering.size() - rows.all().length;
    apart = JavaSparkContext.fromSparkContext(raw.context()).broadcast(rows.all());
    int[] firstOfPartition = numbering.firstOfPartition();
    Broadcast<int[]> away = apart;
    train = raw.map(chunk -> training(chunk, firstOfPartition[chunk.partition()], away.value()));
    validation = gather(rows.validation(), firstOfPartition);
  }

  /** Numbers the rows of a Dataset and sets validation rows apart. */
  static TrainingSet read(
      org.apache.spark.sql.Dataset<?> dataset, TrainingColumns columns, RunOptions options) {
    JavaRDD<RawRows> raw =
        dataset
            .select(columns.selected())
            .javaRDD()
            .mapPartitionsWithIndex(
                (partition, rows) -> RawRows.read(partition, rows, columns), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      List<RawRows> heads = new ArrayList<>(raw.map(RawRows::withoutFeatures).collect());
      return new TrainingSet(
          raw, new Numbering(heads, raw.getNumPartitions(), columns), columns, options);
    } catch (RuntimeException e) {
      raw.unpersist(false);
      throw e;
    }
  }

  /** The training rows with the labels that may be seen. */
  JavaRDD<RowChunk> train() {
    return train;
  }

  /** How many rows train. */
  int size() {
    return size;
  }

  int columns() {
    return featureNames.size();
  }

  /** The validation rows, numbered for themselves. */
  RowChunk validation() {
    return validation;
  }

  List<String> featureNames() {
    return featureNames;
  }

  List<String> classNames() {
    return classNames;
  }

  @Override
  public void close() {
    raw.unpersist(false);
    apart.unpersist(false);
  }

  /** The training rows of a chunk; a number is lowered by the rows before it that do not train. */
  private static RowChunk training(RawRows chunk, int firstOfPartition, int[] apart) {
    int[] places = new int[chunk.size()];
    int[] ids = new int[chunk.size()];
    int count = 0;
    for (int i = 0; i < places.length; i++) {
      int row = firstOfPartition + chunk.first() + i;
      int before = Arrays.binarySearch(apart, row);
      if (before < 0) {
        places[count] = i;
        ids[count++] = row - (-before - 1);
      }
    }
    return chunk.chosen(Arrays.copyOf(places, count), Arrays.copyOf(ids, count));
  }

  private RowChunk gather(int[] rows, int[] firstOfPartition) {
    List<RowChunk> found =
        raw.map(chunk -> named(chunk, firstOfPartition[chunk.partition()], rows))
            .filter(chunk -> chunk.size() > 0)
            .collect();
    int[] labels = new int[rows.length];
    float[] features = new float[Math.multiplyExact(rows.length, columns())];
    for (RowChunk chunk : found) {
      for (int i = 0; i < chunk.size(); i++) {
        int to = chunk.ids()[i];
        labels[to] = chunk.labels()[i];
        System.arraycopy(chunk.features(), i * columns(), features, to * columns(), columns());
      }
    }
    return new RowChunk(IntStream.range(0, rows.length).toArray(), labels, columns(), features);
  }

  /** The rows of a chunk that are listed, numbered by their place in the list. */
  private static RowChunk named(RawRows chunk, int firstOfPartition, int[] rows) {
    int[] places = new int[chunk.size()];
    int[] ids = new int[chunk.size()];
    int count = 0;
    for (int i = 0; i < places.length; i++) {
      int at = Arrays.binarySearch(rows, firstOfPartition + chunk.first() + i);
      if (at >= 0) {
        places[count] = i;
        ids[count++] = at;
      }
    }
    return chunk.chosen(Arrays.copyOf(places, count), Arrays.copyOf(ids, count));
  }

  /** Rows that do not train, ascending. */
  private record Apart(int[] all, int[] validation) {}

  /** Which numbers the rows of each chunk have among all rows of the Dataset. */
  private static final class Numbering {
    private final List<RawRows> chunks;
    private final int[] firstOfPartition;
    private final int size;
    private final int width;

    Numbering(List<RawRows> heads, int partitions, TrainingColumns columns) {
      chunks = heads;
      chunks.sort(Comparator.comparingInt(RawRows::partition).thenComparingInt(RawRows::first));
      firstOfPartition = new int[partitions];
      long next = 0;
      int seen = -1;
      for (RawRows chunk : chunks) {
        if (chunk.first() == 0) {
          firstOfPartition[chunk.partition()] = Math.toIntExact(next);
        }
        next += chunk.size();
        if (next + 1 > Integer.MAX_VALUE) {
          throw new BadInputException(
              "there are more than " + Integer.MAX_VALUE + " rows: fit a sample of them.");
        }
        if (seen >= 0 && chunk.size() > 0 && chunk.columns() != seen) {
          throw new BadInputException(
              String.format(
                  "row %d: column '%s' has a vector of %d values, but rows before it have %d: make"
                      + " them equal.",
                  next - chunk.size(), columns.features(), chunk.columns(), seen));
        }
        if (!chunk.fault().isEmpty()) {
          throw new BadInputException("row " + next + ": " + chunk.fault() + ".");
        }
        seen = chunk.columns();
      }
      if (next == 0) {
        throw new BadInputException("the Dataset has no rows: there is nothing to learn from.");
      }
      if (seen == 0) {
        throw new BadInputException(
            "the vectors of column '"
                + columns.features()
                + "' are empty: assemble some features.");
      }
      size = Math.toIntExact(next);
      width = seen;
    }

    int size() {
      return size;
    }

    int width() {
      return width;
    }

    int[] firstOfPartition() {
      return firstOfPartition;
    }

    /** The labels of all rows. */
    Labels labels(TrainingColumns columns) {
      int[] classes = new int[size];
      int at = 0;
      for (RawRows chunk : chunks) {
        System.arraycopy(chunk.labels(), 0, classes, at, chunk.size());
        at += chunk.size();
      }
      int highest = Arrays.stream(classes).max().orElse(Labels.UNLABELED);
      if (highest == Labels.UNLABELED) {
        throw new BadInputException(
            "no row has a label in column '"
                + columns.label()
                + "' (all are null, NaN or unknown): label some, of at least two classes.");
      }
      List<String> names =
          columns.knownClasses().isEmpty() ? numbered(highest, columns) : columns.knownClasses();
      if (highest >= names.size()) {
        throw new BadInputException(
            String.format(
                "column '%s' has the label %d, but its attributes name %d classes: index the"
                    + " classes anew.",
                columns.label(), highest, names.size()));
      }
      if (Arrays.stream(classes).filter(c -> c != Labels.UNLABELED).distinct().count() < 2) {
        throw new BadInputException(
            "all labels in column '"
                + columns.label()
                + "' are \""
                + names.get(highest)
                + "\": label rows of at least two classes.");
      }
      return new Labels(classes, names);
    }

    private static List<String> numbered(int highest, TrainingColumns columns) {
      if (highest >= MOST_UNNAMED_CLASSES) {
        throw new BadInputException(
            String.format(
                "column '%s' has the label %d, which would make %d classes: index the classes with"
                    + " Spark's StringIndexer.",
                columns.label(), highest, highest + 1L));
      }
      return IntStream.rangeClosed(0, highest).mapToObj(Integer::toString).toList();
    }

    Apart apart(Labels labels, TrainingColumns columns, RunOptions options) {
      if (columns.indicator().isEmpty()) {
        int[] validation = Split.of(labels, options.split(), new Seed(options.seed())).validation();
        return new Apart(validation, validation);
      }
      int[] marked = marked();
      int[] validation = Arrays.stream(marked).filter(labels::isLabeled).toArray();
      if (validation.length == labels.labeledCount()) {
        throw new BadInputException(
            "every labelled row is marked in column '"
                + columns.indicator()
                + "', so none is left to learn from: mark fewer.");
      }
      return new Apart(marked, validation);
    }

    private int[] marked() {
      int[] marked = new int[size];
      int count = 0;
      int row = 0;
      for (RawRows chunk : chunks) {
        for (int i = 0; i < chunk.size(); i++, row++) {
          if (chunk.validates()[i]) {
            marked[count++] = row;
          }
        }
      }
      return Arrays.copyOf(marked, count);
    }
  }
}
