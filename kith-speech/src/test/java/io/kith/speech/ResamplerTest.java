package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResamplerTest {
  @ParameterizedTest
  @ValueSource(ints = {8_000, 11_025, 22_050, 44_100, 48_000, 15_999})
  void aToneKeepsItsPitchLoudnessAndPlace(int rate) {
    Audio resampled = tone(1000, rate, rate / 2).at(16_000);
    assertThat(resampled.size()).isBetween(7_999, 8_001);
    Audio expected = tone(1000, 16_000, 8_000);
    for (int t = 1000; t < 7000; t++) {
      assertThat(resampled.samples()[t]).isCloseTo(expected.samples()[t], within(10));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {9_000, 12_000, 20_000})
  void tonesAboveTheNewLimitVanishInsteadOfFoldingBack(int hertz) {
    Audio resampled = tone(hertz, 48_000, 24_000).at(16_000);
    for (int t = 1000; t < 7000; t++) {
      assertThat(resampled.samples()[t]).isCloseTo(0, within(10)); // of 10 000: -60 dB
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8_000, 44_100})
  void aConstantStaysAsLoud(int rate) {
    float[] flat = new float[rate];
    java.util.Arrays.fill(flat, 5000);
    Audio resampled = new Audio(flat, rate).at(16_000);
    assertThat(resampled.samples()[8_000]).isCloseTo(5000, within(0.1f));
  }

  private static Audio tone(double hertz, int rate, int samples) {
    float[] x = new float[samples];
    for (int t = 0; t < samples; t++) {
      x[t] = (float) (10_000 * Math.sin(2 * Math.PI * hertz * t / rate));
    }
    return new Audio(x, rate);
  }

  private static org.assertj.core.data.Offset<Float> within(float distance) {
    return org.assertj.core.data.Offset.offset(distance);
  }
}
