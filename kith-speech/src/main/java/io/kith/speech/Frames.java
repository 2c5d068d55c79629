package io.kith.speech;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Dataset;
import io.kith.data.Groups;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A corpus as a data set: one row for every hundredth of a second, labelled with the phone at the
 * frame's middle, grouped by speaker, with ids such as {@code dr1/fcjf0/si1027:42}.
 *
 * <p>The 39 values of every frame are computed first, utterance by utterance, and normalised by
 * speaker; they take 156 bytes a frame. Only then are neighbours stacked, straight into the result:
 * native memory, or a file that is mapped in. The result does not depend on the number of threads.
 */
public final class Frames {
  private final Dataset dataset;
  private final Map<Part, int[]> rows;
  private final List<String> skipped;
  private final double seconds;

  private Frames(Dataset dataset, Map<Part, int[]> rows, List<String> skipped, double seconds) {
    this.dataset = dataset;
    this.rows = rows;
    this.skipped = skipped;
    this.seconds = seconds;
  }

  /** Reads a corpus into native memory. */
  public static Frames read(
      Corpus corpus, FramesOptions options, Parallel parallel, Progress progress) {
    Collected collected = collect(corpus, options, parallel, progress);
    FloatMatrix features = FloatMatrix.allocate(collected.rows(), options.mfcc().rowValues());
    collected.stack(
        options.mfcc().context(),
        parallel,
        (first, values, count) -> {
          float[] row = new float[features.columns()];
          for (int i = 0; i < count; i++) {
            System.arraycopy(values, i * row.length, row, 0, row.length);
            features.setRow(first + i, row);
          }
        });
    return collected.finish(features, options);
  }

  /** Reads a corpus into a .npy file, which is mapped into memory and must stay where it is. */
  public static Frames readInto(
      Path npyFile, Corpus corpus, FramesOptions options, Parallel parallel, Progress progress) {
    Collected collected = collect(corpus, options, parallel, progress);
    try (RowFile file = new RowFile(npyFile, collected.rows(), options.mfcc().rowValues())) {
      collected.stack(options.mfcc().context(), parallel, file::put);
      return collected.finish(file.map(), options);
    }
  }

  public Dataset dataset() {
    return dataset;
  }

  /** The rows of a part, in order. */
  public int[] rows(Part part) {
    return rows.get(part).clone();
  }

  /** Why utterances were left out, a sentence each; empty unless bad ones are to be skipped. */
  public List<String> skipped() {
    return skipped;
  }

  /** How long the utterances are that were read. */
  public double seconds() {
    return seconds;
  }

  private static Collected collect(
      Corpus corpus, FramesOptions options, Parallel parallel, Progress progress) {
    List<Utterance> utterances = corpus.utterances();
    UtteranceFrames[] read = new UtteranceFrames[utterances.size()];
    String[] complaints = new String[utterances.size()];
    Mfcc mfcc = new Mfcc(options.mfcc());
    Counter counter = new Counter(progress, "reading speech", read.length, "utterances");
    parallel.run(
        read.length,
        u -> {
          try {
            read[u] = UtteranceFrames.read(utterances.get(u), mfcc, options.phones());
          } catch (BadInputException e) {
            if (!options.skipBad()) {
              throw e;
            }
            complaints[u] = e.getMessage();
          }
          counter.one();
        });
    Collected collected =
        new Collected(
            utterances, read, Arrays.stream(complaints).filter(Objects::nonNull).toList());
    if (collected.rows() == 0) {
      throw new BadInputException(
          corpus.folder()
              + " has no usable utterance"
              + (collected.skipped.isEmpty() ? "" : "; the first: " + collected.skipped.get(0)));
    }
    if (options.normalized()) {
      collected.normalize(options.mfcc().frameValues(), parallel);
    }
    return collected;
  }

  /** Takes stacked rows that follow each other. */
  private interface RowSink {
    void put(int firstRow, float[] values, int count);
  }

  /** Every utterance's frames, before they are stacked; null where one was skipped. */
  private record Collected(
      List<Utterance> utterances, UtteranceFrames[] read, List<String> skipped) {

    int rows() {
      long sum = 0;
      for (UtteranceFrames frames : read) {
        sum += frames == null ? 0 : frames.rows();
      }
      return Math.toIntExact(sum);
    }

    void normalize(int width, Parallel parallel) {
      Map<String, List<UtteranceFrames>> bySpeaker = new LinkedHashMap<>();
      for (int u = 0; u < read.length; u++) {
        if (read[u] != null) {
          bySpeaker
              .computeIfAbsent(utterances.get(u).speaker(), s -> new ArrayList<>())
              .add(read[u]);
        }
      }
      List<List<UtteranceFrames>> speakers = List.copyOf(bySpeaker.values());
      parallel.run(speakers.size(), s -> normalizeSpeaker(speakers.get(s), width));
    }

    private static void normalizeSpeaker(List<UtteranceFrames> spoken, int width) {
      double[] means = new double[width];
      double[] deviations = new double[width];
      long frames = 0;
      for (UtteranceFrames utterance : spoken) {
        utterance.addTo(means, deviations);
        frames += utterance.frames();
      }
      for (int c = 0; c < width; c++) {
        means[c] /= frames;
        double variance = deviations[c] / frames - means[c] * means[c];
        deviations[c] = variance > 1e-10 ? Math.sqrt(variance) : 1; // silence stays 0
      }
      for (UtteranceFrames utterance : spoken) {
        utterance.normalize(means, deviations);
      }
    }

    void stack(int context, Parallel parallel, RowSink sink) {
      int[] first = new int[read.length];
      for (int u = 1; u < read.length; u++) {
        first[u] = first[u - 1] + (read[u - 1] == null ? 0 : read[u - 1].rows());
      }
      parallel.run(
          read.length,
          u -> {
            if (read[u] != null) {
              stackUtterance(read[u], context, first[u], sink);
            }
          });
    }

    private static void stackUtterance(
        UtteranceFrames frames, int context, int firstRow, RowSink sink) {
      float[] row = new float[frames.rowValues(context)];
      float[] block = new float[frames.rows() * row.length];
      int count = 0;
      for (int f = 0; f < frames.frames(); f++) {
        if (frames.classOf(f) != PhoneSet.DELETED) {
          frames.stack(f, context, row);
          System.arraycopy(row, 0, block, count * row.length, row.length);
          count++;
        }
      }
      sink.put(firstRow, block, count);
    }

    Frames finish(FloatMatrix features, FramesOptions options) {
      int[] classes = new int[features.rows()];
      int[] speakers = new int[features.rows()];
      String[] ids = new String[features.rows()];
      Map<String, Integer> speakerNumbers = new LinkedHashMap<>();
      Map<Part, int[]> rows = new java.util.EnumMap<>(Part.class);
      int[] counts = new int[Part.values().length];
      for (Part part : Part.values()) {
        rows.put(part, new int[features.rows()]);
      }
      double seconds = 0;
      int row = 0;
      for (int u = 0; u < read.length; u++) {
        if (read[u] == null) {
          continue;
        }
        Utterance utterance = utterances.get(u);
        seconds += read[u].seconds();
        int speaker =
            speakerNumbers.computeIfAbsent(utterance.speaker(), s -> speakerNumbers.size());
        for (int f = 0; f < read[u].frames(); f++) {
          if (read[u].classOf(f) != PhoneSet.DELETED) {
            classes[row] = read[u].classOf(f);
            speakers[row] = speaker;
            ids[row] = utterance.id() + ":" + f;
            rows.get(utterance.part())[counts[utterance.part().ordinal()]++] = row;
            row++;
          }
        }
      }
      rows.replaceAll((part, all) -> Arrays.copyOf(all, counts[part.ordinal()]));
      Dataset dataset =
          Dataset.of(
                  features,
                  FrameColumns.names(options.mfcc()),
                  new Labels(classes, options.phones().names()))
              .withGroups(new Groups(speakers, List.copyOf(speakerNumbers.keySet())))
              .withIds(ids);
      return new Frames(dataset, rows, skipped, seconds);
    }
  }
}
