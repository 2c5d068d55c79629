package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.speech.synthesis.Conditions;
import io.kith.speech.synthesis.SynthesisOptions;
import io.kith.speech.synthesis.SyntheticCorpus;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Also makes the pictures of docs/speech.md: they lie in target/ after the test. */
class SpectrogramTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"easy", "timit-like"})
  void aSentenceBecomesAPictureAsWideAsItIsLong(String preset) throws IOException {
    SynthesisOptions options =
        SynthesisOptions.defaults()
            .withSpeakers(4)
            .withSentences(1)
            .withConditions(Conditions.named(preset));
    Path corpus = folder.resolve("corpus");
    try (Parallel parallel = new Parallel(1)) {
      SyntheticCorpus.write(corpus, options, new Seed(11), parallel, Progress.NONE);
    }
    Utterance utterance = Corpus.read(corpus).utterances().get(3);
    Audio audio = AudioFile.read(utterance.audio());
    Path png = Path.of("target", "spectrogram-" + preset + ".png");
    Spectrogram.write(png, audio, Segmentation.read(utterance.phones(), audio.size()));
    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getWidth()).isEqualTo((int) (audio.seconds() * 500));
  }

  @Test
  void aToneIsADarkLineAtItsHeight() throws IOException {
    short[] tone = new short[8_000];
    for (int t = 0; t < tone.length; t++) {
      tone[t] = (short) (10_000 * Math.sin(2 * Math.PI * 4_000 * t / 16_000.0));
    }
    Path audio = folder.resolve("tone.wav");
    SphereFile.write(audio, tone, 16_000);
    Path phones = java.nio.file.Files.writeString(folder.resolve("tone.phn"), "0 8000 iy\n");
    Path png = folder.resolve("tone.png");
    Spectrogram.write(png, AudioFile.read(audio), Segmentation.read(phones, 8_000));
    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getRGB(100, 127) & 0xff).as("4 kHz").isLessThan(10);
    assertThat(image.getRGB(100, 20) & 0xff).as("7.4 kHz").isGreaterThan(200);
  }
}
