package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentationTest {
  @TempDir Path folder;

  @Test
  void thePhoneAtASampleIsTheSegmentAroundIt() throws IOException {
    Segmentation segments = read("0 100 h#\n100 250 IY\n\n300 400 q\n", 400);
    assertThat(segments.size()).isEqualTo(3);
    assertThat(segments.phoneAt(0)).isEqualTo(PhoneSet.phone("h#"));
    assertThat(segments.phoneAt(99)).isEqualTo(PhoneSet.phone("h#"));
    assertThat(segments.phoneAt(100)).isEqualTo(PhoneSet.phone("iy"));
    assertThat(segments.phoneAt(249)).isEqualTo(PhoneSet.phone("iy"));
    assertThat(segments.phoneAt(250)).isEqualTo(-1);
    assertThat(segments.phoneAt(399)).isEqualTo(PhoneSet.phone("q"));
    assertThat(segments.phoneAt(400)).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 100 h#;50 60 iy          | line 2, overlaps the line above it: it starts at sample 50",
        "50 100 h#;10 20 iy         | line 2, is out of order: it starts at sample 10",
        "0 100 h#;100 561 iy        | line 2, ends at sample 561, past the end of the audio at sample 400",
        "0 100 h#;100 200 zz        | line 2, names the phone 'zz', which is none of TIMIT's 61",
        "0 100 h#;200 200 iy        | line 2, ends at sample 200, not after its start 200",
        "0 100 h#;100 iy            | line 2, should read 'start end phone'",
        "0 100 h#;-1 200 iy         | line 2, should read 'start end phone'",
        "' '                        | has no segments"
      })
  void aBadLineIsNamedWithItsNumber(String content, String sentence) {
    assertThatThrownBy(() -> read(content.replace(";", "\n"), 400))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("SI1027.PHN")
        .hasMessageContaining(sentence)
        .hasMessageContaining("--skip-bad");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> Segmentation.read(folder.resolve("SX1.PHN"), 400))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("SX1.PHN is missing beside its audio");
  }

  private Segmentation read(String content, int samples) throws IOException {
    return Segmentation.read(Files.writeString(folder.resolve("SI1027.PHN"), content), samples);
  }
}
