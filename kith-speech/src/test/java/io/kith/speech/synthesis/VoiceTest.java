package io.kith.speech.synthesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Seed;
import io.kith.speech.FourierTransform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hearing tests by numbers: each kind of sound has the energy where its phonetics has it. */
class VoiceTest {
  private static final Conditions CLEAN = Conditions.easy().withSloppiness(0);

  @Test
  void vowelsHaveTheirFirstFormantsWhereTheTableSays() {
    for (Seed seed : List.of(new Seed(1), new Seed(2))) {
      double iyLow = energy("iy", 200, 500, seed) / energy("iy", 900, 1600, seed);
      double aaLow = energy("aa", 200, 500, seed) / energy("aa", 900, 1600, seed);
      assertThat(iyLow).as("%s", seed).isGreaterThan(5 * aaLow);
      assertThat(energy("iy", 2000, 2900, seed)).isGreaterThan(energy("uw", 2000, 2900, seed));
    }
  }

  @Test
  void fricativesHissAndVowelsHum() {
    Seed seed = new Seed(1);
    assertThat(energy("s", 4000, 7500, seed)).isGreaterThan(10 * energy("s", 200, 2000, seed));
    assertThat(energy("aa", 200, 2000, seed)).isGreaterThan(10 * energy("aa", 4000, 7500, seed));
    assertThat(energy("sh", 2000, 4000, seed)).isGreaterThan(energy("s", 2000, 4000, seed));
    assertThat(energy("s", 200, 7500, seed)).isGreaterThan(4 * energy("f", 200, 7500, seed));
  }

  @Test
  void aClosureIsNearlySilentAndABurstIsNot() {
    Seed seed = new Seed(1);
    assertThat(energy("t", 200, 7500, seed)).isGreaterThan(30 * energy("tcl", 200, 7500, seed));
    assertThat(energy("ae", 200, 7500, seed)).isGreaterThan(1000 * energy("tcl", 200, 7500, seed));
  }

  @Test
  void aVoicedClosureHumsBelowTheVowels() {
    Seed seed = new Seed(1);
    assertThat(energy("bcl", 80, 400, seed)).isGreaterThan(20 * energy("pcl", 80, 400, seed));
    assertThat(energy("bcl", 80, 400, seed)).isGreaterThan(5 * energy("bcl", 1000, 7500, seed));
  }

  @Test
  void nasalsAreLowAndQuieterThanVowels() {
    Seed seed = new Seed(1);
    assertThat(energy("m", 100, 450, seed)).isGreaterThan(5 * energy("m", 700, 3000, seed));
    assertThat(energy("m", 100, 7500, seed)).isLessThan(energy("aa", 100, 7500, seed));
  }

  /** Mean power per sample of a phone between two vowels, in a band of frequencies. */
  private static double energy(String phone, double low, double high, Seed seed) {
    Speaker speaker = new Speaker(4, CLEAN, seed);
    List<Pronouncer.Sound> sounds = new ArrayList<>();
    for (String symbol : List.of("h#", "ah", phone, "ah", "h#")) {
      sounds.add(new Pronouncer.Sound(symbol, true, symbol.equals("h#") ? -1 : 0));
    }
    Timing timing = new Timing(sounds, speaker, new Dice(seed));
    Tracks tracks = new Tracks(timing, speaker, CLEAN, false, new Dice(seed));
    float[] sound = new Voice(speaker, new Dice(seed)).speak(tracks, timing.length());
    int length = timing.end(2) - timing.start(2);
    int from = timing.start(2) + (phone.equals("t") ? 0 : length / 4);
    int count = phone.equals("t") ? length / 2 : length / 2;
    FourierTransform fourier = new FourierTransform(8192);
    double[] spectrum = new double[8192];
    for (int t = 0; t < count; t++) {
      spectrum[t] = sound[from + t] * (0.5 - 0.5 * Math.cos(2 * Math.PI * t / count));
    }
    double[] power = new double[4097];
    fourier.forward(spectrum);
    fourier.power(spectrum, power);
    double sum = 0;
    for (int k = (int) (low * 8192 / 16_000); k < high * 8192 / 16_000; k++) {
      sum += power[k];
    }
    return sum / count;
  }
}
