package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FramesTest {
  private static final FramesOptions OPTIONS = FramesOptions.defaults();

  @TempDir Path folder;

  /** Two utterances of one training speaker, one each of two test speakers; 98 frames in each. */
  @BeforeEach
  void writeCorpus() throws IOException {
    utterance("TRAIN/DR1/FCJF0/SI1027", 1);
    utterance("TRAIN/DR1/FCJF0/SX37", 2);
    utterance("TEST/DR2/MABC0/SX37", 3);
    utterance("TEST/DR2/MXYZ0/SX37", 4);
  }

  @Test
  void everyFrameButThoseOfQBecomesARowWithLabelGroupAndId() {
    Frames frames = read(OPTIONS, 1);
    Dataset data = frames.dataset();
    // centres at 200 + 160 f: q at 8000..9600 holds frames 49..58
    assertThat(data.size()).isEqualTo(4 * (98 - 10));
    assertThat(data.features().columns()).isEqualTo(351);
    assertThat(data.featureNames()).startsWith("c0-4").endsWith("ddc12+4");
    assertThat(data.labels().names()).isEqualTo(PhoneSet.THIRTY_NINE.names());
    int row = rowOf(data, "dr1/fcjf0/si1027:48");
    assertThat(data.labels().name(data.labels().label(row))).isEqualTo("iy");
    assertThat(data.id(row + 1)).isEqualTo("dr1/fcjf0/si1027:59");
    assertThat(data.labels().name(data.labels().label(row + 1))).isEqualTo("s");
    assertThat(data.groups().orElseThrow().name(data.groups().orElseThrow().group(row)))
        .isEqualTo("fcjf0");
    assertThat(frames.seconds()).isCloseTo(4, within(1e-9));
  }

  @Test
  void theExampleOfTheDocsReadsAFolder() {
    try (Parallel parallel = Parallel.ofMachine()) {
      Frames frames =
          Frames.read(Corpus.read(folder), FramesOptions.defaults(), parallel, Progress.NONE);
      Dataset rows = frames.dataset();
      int[] train = frames.rows(Part.TRAIN);
      assertThat(rows.id(train[42])).isEqualTo("dr1/fcjf0/si1027:42");
    }
  }

  @Test
  void partsHoldEveryRowOnce() {
    Frames frames = read(OPTIONS, 1);
    int[] seen = new int[frames.dataset().size()];
    for (Part part : Part.values()) {
      for (int row : frames.rows(part)) {
        seen[row]++;
      }
    }
    assertThat(seen).containsOnly(1);
    assertThat(frames.rows(Part.TRAIN)).hasSize(2 * 88);
    assertThat(frames.rows(Part.DEVELOPMENT)).hasSize(88);
    assertThat(frames.rows(Part.TEST)).hasSize(88);
  }

  @Test
  void oneThreadAndThreeGiveTheSameRows() {
    assertThat(read(OPTIONS, 3).dataset().fingerprint())
        .isEqualTo(read(OPTIONS, 1).dataset().fingerprint());
  }

  @Test
  void aFileHoldsTheSameRowsAsMemory() throws IOException {
    Path npy = folder.resolve("frames.npy");
    try (Parallel parallel = new Parallel(2)) {
      Frames mapped = Frames.readInto(npy, Corpus.read(folder), OPTIONS, parallel, Progress.NONE);
      assertThat(mapped.dataset().fingerprint())
          .isEqualTo(read(OPTIONS, 1).dataset().fingerprint());
    }
    assertThat(Files.size(npy)).isEqualTo(128 + 4L * 352 * 351);
  }

  @Test
  void theMiddleOfARowIsTheFrameAndItsSidesAreItsNeighbours() {
    Dataset data = read(OPTIONS, 1).dataset();
    int row = rowOf(data, "dr1/fcjf0/si1027:20");
    int later = rowOf(data, "dr1/fcjf0/si1027:24");
    int first = rowOf(data, "dr1/fcjf0/si1027:0");
    for (int c = 0; c < 39; c++) {
      assertThat(data.features().get(row, 8 * 39 + c))
          .isEqualTo(data.features().get(later, 4 * 39 + c));
      assertThat(data.features().get(first, c))
          .as("edges are repeated")
          .isEqualTo(data.features().get(first, 4 * 39 + c));
    }
  }

  @Test
  void valuesAreNormalisedOverEachSpeaker() throws IOException {
    Dataset data =
        read(
                OPTIONS
                    .withMfcc(MfccOptions.defaults().withContext(0))
                    .withPhones(PhoneSet.SIXTY_ONE),
                1)
            .dataset();
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (int row = 0; row < data.size(); row++) {
      if (data.id(row).startsWith("dr1/fcjf0")) {
        sum += data.features().get(row, 5);
        squares += Math.pow(data.features().get(row, 5), 2);
        count++;
      }
    }
    assertThat(count).isEqualTo(2 * 98);
    assertThat(sum / count).isCloseTo(0, within(1e-5));
    assertThat(squares / count).isCloseTo(1, within(1e-4));
  }

  @Test
  void aBadUtteranceStopsTheReadingUnlessItIsToBeSkipped() throws IOException {
    Files.delete(folder.resolve("TRAIN/DR1/FCJF0/SX37.PHN"));
    assertThatThrownBy(() -> read(OPTIONS, 2))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("SX37.PHN is missing");
    Frames frames = read(OPTIONS.withSkipBad(true), 2);
    assertThat(frames.skipped()).hasSize(1);
    assertThat(frames.skipped().get(0)).contains("SX37.PHN");
    assertThat(frames.dataset().size()).isEqualTo(3 * 88);
  }

  @Test
  void aCorpusWithNothingUsableIsRefusedEvenWhenSkipping() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other/TRAIN/DR1/FABC0"));
    Files.createFile(other.resolve("SX1.WAV"));
    try (Parallel parallel = new Parallel(1)) {
      Corpus corpus = Corpus.read(folder.resolve("other"));
      assertThatThrownBy(
              () -> Frames.read(corpus, OPTIONS.withSkipBad(true), parallel, Progress.NONE))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("has no usable utterance")
          .hasMessageContaining("SX1.WAV is empty");
    }
  }

  @Test
  void theSummaryCountsWhatTheFramesHold() {
    Frames frames = read(OPTIONS, 1);
    try (Parallel parallel = new Parallel(2)) {
      CorpusSummary summary =
          CorpusSummary.of(Corpus.read(folder), OPTIONS, parallel, Progress.NONE);
      assertThat(summary.frames()).isEqualTo(frames.dataset().size());
      assertThat(summary.seconds()).isEqualTo(frames.seconds());
      assertThat(summary.histogram()).isEqualTo(frames.dataset().labels().histogram());
      assertThat(summary.frames(Part.TRAIN)).isEqualTo(frames.rows(Part.TRAIN).length);
      assertThat(summary.speakers()).isEqualTo(3);
      assertThat(summary.utterances()).isEqualTo(4);
    }
  }

  private Frames read(FramesOptions options, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      return Frames.read(Corpus.read(folder), options, parallel, Progress.NONE);
    }
  }

  private static int rowOf(Dataset data, String id) {
    for (int row = 0; row < data.size(); row++) {
      if (data.id(row).equals(id)) {
        return row;
      }
    }
    throw new AssertionError("no row " + id);
  }

  /** One second of a gliding tone: h# to sample 4000, iy to 8000, q to 9600, s to the end. */
  private void utterance(String path, int number) throws IOException {
    Path file = folder.resolve(path + ".WAV");
    Files.createDirectories(file.getParent());
    short[] samples = new short[16_000];
    for (int t = 0; t < samples.length; t++) {
      double hertz = 200 * number + t / 10.0;
      samples[t] = (short) (3000 * Math.sin(2 * Math.PI * hertz * t / 16_000) + (t * 7919) % 50);
    }
    SphereFile.write(file, samples, 16_000);
    Files.writeString(
        folder.resolve(path + ".PHN"), "0 4000 h#\n4000 8000 iy\n8000 9600 q\n9600 16000 s\n");
  }
}
