package io.kith.speech;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What a corpus holds: how many speakers, sentences, hours and frames, and how often each class
 * occurs.
 *
 * <p>Every file is opened and checked, but no features are computed. Immutable; threads may share
 * it.
 */
public final class CorpusSummary {
  private final Corpus corpus;
  private final PhoneSet phones;
  private final int utterances;
  private final double seconds;
  private final int[] histogram;
  private final long[] framesOfPart;
  private final List<String> skipped;

  private CorpusSummary(
      Corpus corpus,
      PhoneSet phones,
      int utterances,
      double seconds,
      int[] histogram,
      long[] framesOfPart,
      List<String> skipped) {
    this.corpus = corpus;
    this.phones = phones;
    this.utterances = utterances;
    this.seconds = seconds;
    this.histogram = histogram;
    this.framesOfPart = framesOfPart;
    this.skipped = skipped;
  }

  public static CorpusSummary of(
      Corpus corpus, FramesOptions options, Parallel parallel, Progress progress) {
    List<Utterance> utterances = corpus.utterances();
    LabeledAudio[] read = new LabeledAudio[utterances.size()];
    String[] complaints = new String[utterances.size()];
    Counter counter = new Counter(progress, "reading speech", read.length, "utterances");
    parallel.run(
        read.length,
        u -> {
          try {
            LabeledAudio one =
                LabeledAudio.read(utterances.get(u), options.mfcc(), options.phones());
            read[u] = one.withoutSamples();
          } catch (BadInputException e) {
            if (!options.skipBad()) {
              throw e;
            }
            complaints[u] = e.getMessage();
          }
          counter.one();
        });
    int[] histogram = new int[options.phones().names().size()];
    long[] framesOfPart = new long[Part.values().length];
    int count = 0;
    double seconds = 0;
    for (int u = 0; u < read.length; u++) {
      if (read[u] != null) {
        count++;
        seconds += read[u].seconds();
        framesOfPart[utterances.get(u).part().ordinal()] += read[u].countInto(histogram);
      }
    }
    return new CorpusSummary(
        corpus,
        options.phones(),
        count,
        seconds,
        histogram,
        framesOfPart,
        Arrays.stream(complaints).filter(Objects::nonNull).toList());
  }

  public Corpus corpus() {
    return corpus;
  }

  public int speakers() {
    return corpus.speakers();
  }

  /** Utterances that can be used. */
  public int utterances() {
    return utterances;
  }

  public double seconds() {
    return seconds;
  }

  /** Frames that become rows: those with a class. */
  public long frames() {
    return Arrays.stream(histogram).asLongStream().sum();
  }

  /** Frames of a part that become rows. */
  public long frames(Part part) {
    return framesOfPart[part.ordinal()];
  }

  /** The classes that {@link #histogram} counts. */
  public List<String> classNames() {
    return phones.names();
  }

  /** How many frames each class has. */
  public int[] histogram() {
    return histogram.clone();
  }

  /** Why utterances were left out, a sentence each. */
  public List<String> skipped() {
    return skipped;
  }
}
