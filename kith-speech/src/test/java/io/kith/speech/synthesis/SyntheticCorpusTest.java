package io.kith.speech.synthesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.speech.AudioFile;
import io.kith.speech.Corpus;
import io.kith.speech.Part;
import io.kith.speech.PhoneSet;
import io.kith.speech.Segmentation;
import io.kith.speech.Utterance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticCorpusTest {
  private static final SynthesisOptions SMALL =
      SynthesisOptions.defaults().withSpeakers(6).withSentences(3);

  @TempDir Path folder;

  @Test
  void theSameSeedGivesTheSameBytesOnOneThreadAndOnTwo() throws IOException {
    Map<String, byte[]> one = files(write("one", SMALL, 5, 1));
    Map<String, byte[]> two = files(write("two", SMALL, 5, 2));
    assertThat(two.keySet()).isEqualTo(one.keySet());
    one.forEach((name, bytes) -> assertThat(two.get(name)).as(name).isEqualTo(bytes));
    assertThat(one).hasSize(6 * 3 * 4);
  }

  @Test
  void anotherSeedGivesOtherSpeakers() throws IOException {
    Set<String> one = files(write("one", SMALL, 5, 1)).keySet();
    Set<String> two = files(write("two", SMALL, 6, 1)).keySet();
    assertThat(two).isNotEqualTo(one);
  }

  @Test
  void everyFileCanBeReadBack() throws IOException {
    Corpus corpus = Corpus.read(write("corpus", SMALL, 1, 2));
    assertThat(corpus.utterances()).hasSize(18);
    assertThat(corpus.speakers(Part.TRAIN)).isEqualTo(4);
    assertThat(corpus.speakers(Part.DEVELOPMENT)).isEqualTo(1);
    assertThat(corpus.speakers(Part.TEST)).isEqualTo(1);
    for (Utterance utterance : corpus.utterances()) {
      int samples = AudioFile.read(utterance.audio()).at(16_000).size();
      Segmentation segments = Segmentation.read(utterance.phones(), samples);
      assertThat(segments.start(0)).isZero();
      assertThat(segments.end(segments.size() - 1)).isGreaterThanOrEqualTo(samples);
      assertThat(PhoneSet.symbol(segments.phone(0))).isEqualTo("h#");
    }
  }

  @Test
  void wordsLieWithinTheUtteranceAndSpellItsText() throws IOException {
    for (Map.Entry<String, byte[]> file : files(write("corpus", SMALL, 1, 1)).entrySet()) {
      if (file.getKey().endsWith(".TXT")) {
        Path words = folder.resolve("corpus").resolve(file.getKey().replace(".TXT", ".WRD"));
        StringBuilder spelled = new StringBuilder();
        int before = 0;
        for (String line : Files.readAllLines(words)) {
          String[] parts = line.split(" ");
          assertThat(Integer.parseInt(parts[0])).isGreaterThanOrEqualTo(before);
          before = Integer.parseInt(parts[1]);
          spelled.append(' ').append(parts[2].replace('_', ' '));
        }
        String text = new String(file.getValue(), java.nio.charset.StandardCharsets.US_ASCII);
        String[] parts = text.strip().split(" ", 3);
        assertThat(before).isLessThanOrEqualTo(Integer.parseInt(parts[1]));
        assertThat(spelled.toString().strip())
            .isEqualTo(parts[2].toLowerCase(java.util.Locale.ROOT).replaceAll("[,.?]", ""));
      }
    }
  }

  @Test
  void trainingAndTestTextsAreDisjoint() {
    Grammar grammar = new Grammar();
    Dice dice = new Dice(new Seed(3));
    Set<String> train = new HashSet<>();
    Set<String> test = new HashSet<>();
    for (int i = 0; i < 3000; i++) {
      train.add(grammar.sentence(false, dice).text());
      test.add(grammar.sentence(true, dice).text());
    }
    assertThat(train).doesNotContainAnyElementsOf(test);
    assertThat(train).hasSizeGreaterThan(2900);
  }

  @Test
  void speakersNeverShareAName() {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 3000; i++) {
      names.add(new Speaker(i, Conditions.easy(), new Seed(1)).name().substring(1));
    }
    assertThat(names).hasSize(3000);
  }

  @Test
  void all61PhonesAreSpoken() {
    Grammar grammar = new Grammar();
    Set<String> spoken = new HashSet<>();
    for (int i = 0; i < 400; i++) {
      Dice dice = new Dice(new Seed(i));
      Speaker speaker = new Speaker(i, Conditions.easy(), new Seed(1));
      new Pronouncer(speaker, dice)
          .pronounce(grammar.sentence(false, dice))
          .forEach(sound -> spoken.add(sound.phone()));
    }
    assertThat(spoken).containsExactlyInAnyOrderElementsOf(PhoneSet.SIXTY_ONE.names());
  }

  @Test
  void aFolderWithContentIsLeftAlone() throws IOException {
    Files.writeString(folder.resolve("precious.txt"), "keep me");
    assertThatThrownBy(() -> write("", SMALL, 1, 1))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is already there");
    assertThat(folder.resolve("precious.txt")).hasContent("keep me");
  }

  @Test
  void anUnknownPresetNamesTheKnownOnes() {
    assertThatThrownBy(() -> Conditions.named("difficult"))
        .isInstanceOf(BadInputException.class)
        .hasMessage("there is no preset 'difficult': choose easy, timit-like or hard.");
    assertThat(Conditions.named("hard")).isEqualTo(Conditions.hard());
    assertThatThrownBy(() -> Conditions.easy().withBabble(1.5))
        .hasMessage("babble must be within 0..1.0, but was 1.5");
    assertThatThrownBy(() -> SMALL.withSpeakers(2)).hasMessageContaining("speakers must be within");
  }

  private Path write(String name, SynthesisOptions options, long seed, int threads) {
    Path target = folder.resolve(name);
    List<Long> heard = new ArrayList<>();
    try (Parallel parallel = new Parallel(threads)) {
      Progress progress = (stage, done, total, unit) -> heard.add(total - done);
      SyntheticCorpus.write(target, options, new Seed(seed), parallel, progress);
    }
    assertThat(heard).hasSize(options.speakers()).endsWith(0L);
    return target;
  }

  private static Map<String, byte[]> files(Path root) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }
}
