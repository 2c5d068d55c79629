package io.kith.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FloatMatrixTest {
  @Test
  void rowsComeBackAsTheyWereSet() {
    FloatMatrix matrix = FloatMatrix.of(new float[][] {{1, 2, 3}, {4, 5, 6}});
    float[] row = new float[3];
    matrix.copyRow(1, row);
    assertThat(row).containsExactly(4, 5, 6);
    matrix.set(0, 2, 9);
    assertThat(matrix.get(0, 2)).isEqualTo(9);
  }

  @Test
  void aSliceSharesMemoryAndKeepsItAlive() {
    FloatMatrix matrix = FloatMatrix.of(new float[][] {{1}, {2}, {3}});
    FloatMatrix slice = matrix.slice(1, 3);
    slice.set(0, 0, 7);
    assertThat(matrix.get(1, 0)).isEqualTo(7);
    matrix.close();
    assertThat(slice.get(1, 0)).isEqualTo(3);
  }

  @Test
  void gatheringTakesRowsInTheGivenOrderAlsoTwice() {
    try (Parallel parallel = new Parallel(2)) {
      FloatMatrix matrix = FloatMatrix.allocate(2000, 2);
      int[] chosen = new int[1500];
      for (int i = 0; i < 2000; i++) {
        matrix.set(i, 1, i);
      }
      for (int i = 0; i < chosen.length; i++) {
        chosen[i] = (i * 7) % 1000;
      }
      FloatMatrix gathered = matrix.gather(chosen, parallel);
      for (int i = 0; i < chosen.length; i++) {
        assertThat(gathered.get(i, 1)).isEqualTo(chosen[i]);
      }
    }
  }

  @Test
  void aMappedFileIsReadWithoutItsHeader(@TempDir Path folder) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 8; i++) {
      bytes.putFloat(i);
    }
    Path file = folder.resolve("floats");
    Files.write(file, bytes.array());
    try (FloatMatrix mapped = FloatMatrix.map(file, 2, 3, 2)) {
      assertThat(mapped.get(0, 0)).isEqualTo(2);
      assertThat(mapped.get(2, 1)).isEqualTo(7);
    }
    assertThatThrownBy(() -> FloatMatrix.map(folder.resolve("none"), 0, 1, 1))
        .isInstanceOf(BadInputException.class);
  }

  @Test
  void aDeviceThatIsNotThereIsSaidPlainly() {
    Device.parse("cpu").require();
    assertThatThrownBy(() -> Device.parse("tpu"))
        .hasMessage("device must be cpu, cuda or cuda:<number>, but was 'tpu'.");
    assertThatThrownBy(() -> Device.parse("cuda:7").require())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cuda:7");
  }
}
