package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StandardizerTest {
  private static final float NONE = Float.NaN;

  @Test
  void fourRowsAreStandardisedAsOnPaper() {
    // Training rows 0..3: (1, 3, 5, 7) has mean 4 and deviation sqrt(5); 9.5 is constant.
    FloatMatrix x =
        FloatMatrix.of(new float[][] {{1, 9.5f}, {3, 9.5f}, {5, 9.5f}, {7, 9.5f}, {14, 2}});
    try (Parallel parallel = new Parallel(1)) {
      Standardizer fitted = Standardizer.fit(x, new int[] {0, 1, 2, 3}, parallel);
      assertThat(fitted.mean()).containsExactly(4, 9.5);
      assertThat(fitted.scale()).containsExactly(Math.sqrt(5), 1);
      assertThat(fitted.constantCount()).isEqualTo(1);
      FloatMatrix z = fitted.apply(x, parallel);
      assertThat(z.get(0, 0)).isEqualTo((float) (-3 / Math.sqrt(5)));
      assertThat(z.get(4, 0)).isEqualTo((float) (10 / Math.sqrt(5)));
      assertThat(z.get(0, 1)).isZero();
      assertThat(z.get(4, 1)).isZero();
      assertThat(x.get(0, 0)).isEqualTo(1);
    }
  }

  @Test
  void missingValuesAreFilledByTheMedianOfTrainingRows() {
    FloatMatrix x =
        FloatMatrix.of(new float[][] {{1, 1}, {2, 2}, {NONE, 3}, {30, 6}, {4, NONE}, {99, 0}});
    int[] train = {0, 1, 2, 3, 4};
    try (Parallel parallel = new Parallel(1)) {
      Standardizer fitted = Standardizer.fit(x, train, parallel);
      assertThat(fitted.fill()).containsExactly(3f, 2.5f); // of 1, 2, 4, 30 and of 1, 2, 3, 6
      assertThat(fitted.mean()[0]).isEqualTo((1 + 2 + 3 + 30 + 4) / 5.0);
      fitted.applyInPlace(x, parallel);
      assertThat(x.get(2, 0)).isEqualTo((float) ((3 - 8) / fitted.scale()[0]));
    }
  }

  @Test
  void aColumnWithoutGapsInTrainingIsFilledByItsMean() {
    FloatMatrix x = FloatMatrix.of(new float[][] {{1}, {5}, {NONE}});
    try (Parallel parallel = new Parallel(1)) {
      assertThat(Standardizer.fit(x, new int[] {0, 1}, parallel).apply(x, parallel).get(2, 0))
          .isZero();
    }
  }

  @Test
  void anEmptyColumnIsConstant() {
    FloatMatrix x = FloatMatrix.of(new float[][] {{1, NONE}, {5, NONE}});
    try (Parallel parallel = new Parallel(1)) {
      Standardizer fitted = Standardizer.fit(x, new int[] {0, 1}, parallel);
      assertThat(fitted.constant()).containsExactly(false, true);
      assertThat(fitted.apply(x, parallel).get(0, 1)).isZero();
    }
  }

  @Test
  void trainingRowsGetMeanZeroAndDeviationOneFarFromZeroToo() {
    FloatMatrix x = random(10_000, 3, 1e6f);
    int[] rows = IntStream.range(0, 9000).toArray();
    try (Parallel parallel = new Parallel(2)) {
      FloatMatrix z = Standardizer.fit(x, rows, parallel).apply(x, parallel);
      for (int j = 0; j < 3; j++) {
        double sum = 0;
        double squares = 0;
        for (int i : rows) {
          sum += z.get(i, j);
          squares += (double) z.get(i, j) * z.get(i, j);
        }
        assertThat(sum / 9000).isCloseTo(0, within(1e-6));
        assertThat(squares / 9000).isCloseTo(1, within(1e-6));
      }
    }
  }

  @Test
  void threeThreadsMeasureExactlyWhatOneMeasures() {
    FloatMatrix x = random(20_000, 5, 10);
    int[] rows = IntStream.range(0, 20_000).toArray();
    try (Parallel one = new Parallel(1);
        Parallel three = new Parallel(3)) {
      Standardizer a = Standardizer.fit(x, rows, one);
      Standardizer b = Standardizer.fit(x, rows, three);
      assertThat(b.mean()).isEqualTo(a.mean());
      assertThat(b.scale()).isEqualTo(a.scale());
    }
  }

  @Test
  void nothingButConstantsIsComplainedAbout() {
    FloatMatrix x = FloatMatrix.of(new float[][] {{0.1f, 2}, {0.1f, 2}, {0.1f, 2}});
    try (Parallel parallel = new Parallel(1)) {
      assertThatThrownBy(() -> Standardizer.fit(x, new int[] {0, 1, 2}, parallel))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("all 2 features");
    }
  }

  private static FloatMatrix random(int rows, int columns, float offset) {
    SplittableRandom random = new SplittableRandom(1);
    FloatMatrix x = FloatMatrix.allocate(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        x.set(i, j, (float) (offset + 100 * random.nextDouble()));
      }
    }
    return x;
  }
}
