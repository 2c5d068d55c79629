package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Dataset;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.speech.Corpus;
import io.kith.speech.Frames;
import io.kith.speech.FramesOptions;
import io.kith.speech.Part;
import java.nio.file.Path;
import java.util.Map;

/** The frames of a speech corpus, and which of them train, validate and test. */
record SpeechRows(Table table, Split split) {
  static SpeechRows read(Path corpus, Parallel parallel) {
    Frames frames =
        Frames.read(Corpus.read(corpus), FramesOptions.defaults(), parallel, Progress.NONE);
    Dataset dataset = frames.dataset();
    return new SpeechRows(
        new Table(dataset, Schema.numeric(dataset.featureNames()), Map.of()),
        Split.of(frames.rows(Part.TRAIN), frames.rows(Part.DEVELOPMENT), frames.rows(Part.TEST)));
  }
}
