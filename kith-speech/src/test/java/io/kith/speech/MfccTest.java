package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MfccTest {
  @Test
  void defaultsGive39ValuesAFrameAnd351ARow() {
    MfccOptions options = MfccOptions.defaults();
    assertThat(options.frameValues()).isEqualTo(39);
    assertThat(options.rowValues()).isEqualTo(351);
    assertThat(options.frames(399)).isZero();
    assertThat(options.frames(400)).isEqualTo(1);
    assertThat(options.frames(560)).isEqualTo(2);
    assertThat(options.center(1)).isEqualTo(360);
    assertThat(FrameColumns.names(options)).hasSize(351).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 12, 20, 25})
  void aPureToneLandsInItsMelBand(int band) {
    MelBands bands = new MelBands(26, 0, 8_000, 512, 16_000);
    double width = MelBands.mel(8_000) / 27;
    double hertz = MelBands.hertz((band + 1) * width);
    double[] spectrum = new double[512];
    for (int t = 0; t < 512; t++) {
      double hann = 0.5 - 0.5 * Math.cos(2 * Math.PI * t / 511);
      spectrum[t] = hann * Math.sin(2 * Math.PI * hertz * t / 16_000);
    }
    FourierTransform fourier = new FourierTransform(512);
    double[] power = new double[257];
    double[] energy = new double[26];
    fourier.forward(spectrum);
    fourier.power(spectrum, power);
    bands.apply(power, energy);
    for (int b = 0; b < 26; b++) {
      assertThat(energy[band]).isGreaterThanOrEqualTo(energy[b]);
    }
  }

  @Test
  void neighbouringBandsShareEveryFrequencyBetweenTheirPeaks() {
    MelBands bands = new MelBands(26, 0, 8_000, 512, 16_000);
    double[] energy = new double[26];
    for (int bin = 3; bin < 230; bin++) {
      double[] power = new double[257];
      power[bin] = 1;
      bands.apply(power, energy);
      assertThat(java.util.Arrays.stream(energy).sum()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void changesOfARampAreItsSlope() {
    float[] values = new float[20 * 2];
    for (int f = 0; f < 20; f++) {
      values[2 * f] = 3 * f;
    }
    Changes.write(values, 20, 2, 0, 1, 2);
    for (int f = 2; f < 18; f++) {
      assertThat(values[2 * f + 1]).isEqualTo(3);
    }
    // at the edge, by hand: (1 * (3 - 0) + 2 * (6 - 0)) / 10
    assertThat(values[1]).isEqualTo(1.5f);
  }

  @Test
  void silenceIsDescribedByZeros() {
    assertThat(new Mfcc(MfccOptions.defaults()).frames(new Audio(new float[800], 16_000)))
        .containsOnly(0);
  }

  @Test
  void valuesAgreeWithAnIndependentImplementation() throws IOException {
    List<String> lines = lines("mfcc_reference.txt");
    float[] expected = new float[(lines.size() - 1) * 39];
    for (int f = 1; f < lines.size(); f++) {
      System.arraycopy(numbers(lines.get(f)), 0, expected, (f - 1) * 39, 39);
    }
    Audio audio = new Audio(numbers(lines.get(0)), 16_000);
    float[] actual = new Mfcc(MfccOptions.defaults()).frames(audio);
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat((double) actual[i]).isCloseTo(expected[i], within(1e-4));
    }
  }

  @Test
  void everyNumberCanBeChosen() {
    MfccOptions options =
        MfccOptions.defaults()
            .withPreEmphasis(0.9)
            .withWindow(0.020, 0.005, 1024)
            .withBands(40, 100, 7_000)
            .withCepstra(20, 0)
            .withDeltas(1, 3)
            .withContext(2);
    assertThat(options.rowValues()).isEqualTo(20 * 2 * 5);
    assertThat(new Mfcc(options).frames(new Audio(new float[16_000], 16_000)))
        .hasSize(options.frames(16_000) * 40);
    assertThat(MfccOptions.defaults().withSampleRate(8_000).highHertz()).isEqualTo(4_000);
  }

  @Test
  void impossibleNumbersAreRefusedByName() {
    MfccOptions options = MfccOptions.defaults();
    assertThatThrownBy(() -> options.withWindow(0.040, 0.01, 512))
        .hasMessage(
            "fftSize must be a power of two that holds the window of 640 samples, but was 512");
    assertThatThrownBy(() -> options.withCepstra(27, 22)).hasMessageContaining("cepstra must be");
    assertThatThrownBy(() -> options.withPreEmphasis(Double.NaN))
        .hasMessageContaining("preEmphasis must be");
    assertThatThrownBy(() -> options.withContext(-1)).hasMessageContaining("context must be");
  }

  private static float[] numbers(String line) {
    String[] parts = line.strip().split(" ");
    float[] values = new float[parts.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.parseFloat(parts[i]);
    }
    return values;
  }

  private static List<String> lines(String resource) throws IOException {
    try (InputStream in = MfccTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
