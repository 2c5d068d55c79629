package io.kith.speech;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Dataset;
import io.kith.data.Groups;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * All frames of a corpus, normalised by speaker but not yet stacked with their neighbours: a ninth
 * of the result's size.
 */
final class UnstackedFrames {
  private final FramesOptions options;
  private final List<Utterance> utterances = new ArrayList<>();
  private final List<UtteranceFrames> frames = new ArrayList<>();
  private final List<String> skipped;

  private UnstackedFrames(
      Corpus corpus, FramesOptions options, UtteranceFrames[] read, List<String> skipped) {
    this.options = options;
    this.skipped = skipped;
    for (int u = 0; u < read.length; u++) {
      if (read[u] != null) {
        utterances.add(corpus.utterances().get(u));
        frames.add(read[u]);
      }
    }
  }

  /** Takes stacked rows that follow each other. */
  interface RowSink {
    void put(int firstRow, float[] values, int count);
  }

  static UnstackedFrames read(
      Corpus corpus, FramesOptions options, Parallel parallel, Progress progress) {
    UtteranceFrames[] read = new UtteranceFrames[corpus.utterances().size()];
    String[] complaints = new String[read.length];
    Mfcc mfcc = new Mfcc(options.mfcc());
    Counter counter = new Counter(progress, "reading speech", read.length, "utterances");
    parallel.run(
        read.length,
        u -> {
          try {
            read[u] = UtteranceFrames.read(corpus.utterances().get(u), mfcc, options.phones());
          } catch (BadInputException e) {
            if (!options.skipBad()) {
              throw e;
            }
            complaints[u] = e.getMessage();
          }
          counter.one();
        });
    List<String> skipped = Arrays.stream(complaints).filter(Objects::nonNull).toList();
    UnstackedFrames unstacked = new UnstackedFrames(corpus, options, read, skipped);
    if (unstacked.rows() == 0) {
      throw new BadInputException(
          corpus.folder()
              + " has no usable utterance"
              + (skipped.isEmpty() ? ": no frame has a phone." : "; the first: " + skipped.get(0)));
    }
    if (options.normalized()) {
      unstacked.normalize(parallel);
    }
    return unstacked;
  }

  /** Rows that the result will have. */
  int rows() {
    return Math.toIntExact(frames.stream().mapToLong(UtteranceFrames::rows).sum());
  }

  /** Stacks every frame with its neighbours and hands the rows of each utterance to the sink. */
  void stack(Parallel parallel, RowSink sink) {
    int[] first = new int[frames.size()];
    for (int u = 1; u < first.length; u++) {
      first[u] = first[u - 1] + frames.get(u - 1).rows();
    }
    int context = options.mfcc().context();
    parallel.run(
        first.length,
        u -> {
          UtteranceFrames utterance = frames.get(u);
          sink.put(first[u], utterance.stacked(context), utterance.rows());
        });
  }

  /** The finished data set, given its stacked rows. */
  Frames with(FloatMatrix features) {
    int[] classes = new int[features.rows()];
    int[] speakers = new int[features.rows()];
    Part[] parts = new Part[features.rows()];
    String[] ids = new String[features.rows()];
    Map<String, Integer> numbers = new LinkedHashMap<>();
    double seconds = 0;
    int row = 0;
    for (int u = 0; u < frames.size(); u++) {
      Utterance utterance = utterances.get(u);
      UtteranceFrames spoken = frames.get(u);
      int speaker = numbers.computeIfAbsent(utterance.speaker(), s -> numbers.size());
      seconds += spoken.seconds();
      for (int f = 0; f < spoken.frames(); f++) {
        if (spoken.classOf(f) != PhoneSet.DELETED) {
          classes[row] = spoken.classOf(f);
          speakers[row] = speaker;
          parts[row] = utterance.part();
          ids[row] = utterance.id() + ":" + f;
          row++;
        }
      }
    }
    Dataset dataset =
        Dataset.of(
                features,
                FrameColumns.names(options.mfcc()),
                new Labels(classes, options.phones().names()))
            .withGroups(new Groups(speakers, List.copyOf(numbers.keySet())))
            .withIds(ids);
    return new Frames(dataset, rowsByPart(parts), skipped, seconds);
  }

  private static Map<Part, int[]> rowsByPart(Part[] parts) {
    Map<Part, int[]> rows = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      int[] found = new int[parts.length];
      int count = 0;
      for (int row = 0; row < parts.length; row++) {
        if (parts[row] == part) {
          found[count++] = row;
        }
      }
      rows.put(part, Arrays.copyOf(found, count));
    }
    return rows;
  }

  private void normalize(Parallel parallel) {
    Map<String, List<UtteranceFrames>> bySpeaker = new LinkedHashMap<>();
    for (int u = 0; u < frames.size(); u++) {
      bySpeaker
          .computeIfAbsent(utterances.get(u).speaker(), s -> new ArrayList<>())
          .add(frames.get(u));
    }
    List<List<UtteranceFrames>> speakers = List.copyOf(bySpeaker.values());
    int width = options.mfcc().frameValues();
    parallel.run(speakers.size(), s -> normalizeSpeaker(speakers.get(s), width));
  }

  private static void normalizeSpeaker(List<UtteranceFrames> spoken, int width) {
    double[] means = new double[width];
    double[] deviations = new double[width];
    long count = 0;
    for (UtteranceFrames utterance : spoken) {
      utterance.addTo(means, deviations);
      count += utterance.frames();
    }
    for (int c = 0; c < width; c++) {
      means[c] /= count;
      double variance = deviations[c] / count - means[c] * means[c];
      deviations[c] = variance > 1e-10 ? Math.sqrt(variance) : 1; // silence stays 0
    }
    for (UtteranceFrames utterance : spoken) {
      utterance.normalize(means, deviations);
    }
  }
}
