package io.kith.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FingerprintTest {
  @Test
  void piecesAreToldApart() {
    assertThat(new Fingerprint().add("ab").add("c").text())
        .isNotEqualTo(new Fingerprint().add("a").add("bc").text());
  }

  @Test
  void everyValueOfALongArrayCounts() {
    int[] values = new int[100_000];
    String before = new Fingerprint().add(values).text();
    assertThat(new Fingerprint().add(values.clone()).text()).isEqualTo(before).hasSize(32);
    values[99_999] = 1;
    assertThat(new Fingerprint().add(values).text()).isNotEqualTo(before);
    float[] floats = new float[40_000];
    String zeros = new Fingerprint().add(floats).text();
    floats[39_999] = 1;
    assertThat(new Fingerprint().add(floats).text()).isNotEqualTo(zeros);
  }
}
