package io.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitTest {
  private static final SplitOptions OPTIONS = SplitOptions.defaults();

  @Test
  void tenRowsOfTwoClassesAreSplitAsOnPaper() {
    // 6 of a and 4 of b: test 0.2 is 2 rows (1.2 + 0.8 -> 1 + 1), validation 0.1 is 1 (0.6 + 0.4).
    Labels labels = labels(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, -1, -1);
    Split split = Split.of(data(labels), OPTIONS, new Seed(1));
    assertThat(labels.gather(split.test()).histogram()).containsExactly(1, 1);
    assertThat(labels.gather(split.validation()).histogram()).containsExactly(1, 0);
    assertThat(labels.gather(split.train()).histogram()).containsExactly(4, 3);
    assertThat(split.train()).contains(10, 11);
    assertThat(split.leftOut()).isZero();
  }

  @Test
  void everyRowIsInOnePartAndUnlabelledRowsTrain() {
    for (long seed = 0; seed < 50; seed++) {
      Labels labels = randomLabels(seed, 200, 5, 0.4);
      for (boolean stratified : new boolean[] {true, false}) {
        Split split = Split.of(data(labels), OPTIONS.withStratified(stratified), new Seed(seed));
        assertThat(parts(split))
            .as("seed %d", seed)
            .containsExactly(IntStream.range(0, 200).toArray());
        assertThat(Arrays.stream(split.test())).allMatch(labels::isLabeled);
        assertThat(Arrays.stream(split.validation())).allMatch(labels::isLabeled);
      }
    }
  }

  @Test
  void stratificationKeepsTheSharesOfClassesToWithinOneRow() {
    for (long seed = 0; seed < 50; seed++) {
      Labels labels = randomLabels(seed, 500, 1 + (int) (seed % 9) + 1, 0.3);
      Split split = Split.of(data(labels), OPTIONS, new Seed(seed));
      int[] all = labels.histogram();
      int[] test = labels.gather(split.test()).histogram();
      int[] validation = labels.gather(split.validation()).histogram();
      for (int c = 0; c < all.length; c++) {
        assertThat((double) test[c]).as("seed %d", seed).isCloseTo(0.2 * all[c], within(1.0));
        assertThat((double) validation[c]).as("seed %d", seed).isCloseTo(0.1 * all[c], within(1.0));
      }
    }
  }

  @Test
  void everyClassKeepsARowForTraining() {
    Labels labels = labels(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2);
    SplitOptions half = OPTIONS.withTest(0.5).withValidation(0.4);
    for (long seed = 0; seed < 20; seed++) {
      Split split = Split.of(data(labels), half, new Seed(seed));
      assertThat(labels.gather(split.train()).histogram()).doesNotContain(0);
    }
  }

  @Test
  void theSameSeedMakesTheSameSplitAndAnotherSeedAnother() {
    Dataset data = data(randomLabels(3, 300, 4, 0.2));
    Split split = Split.of(data, OPTIONS, new Seed(7));
    assertThat(Split.of(data, OPTIONS, new Seed(7)).test()).isEqualTo(split.test());
    assertThat(Split.of(data, OPTIONS, new Seed(8)).test()).isNotEqualTo(split.test());
  }

  @Test
  void groupsAreNeverTornApartAndTheirUnlabelledRowsAreLeftOut() {
    for (long seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Labels labels = randomLabels(seed, 400, 3, 0.5);
      int[] groupOf = IntStream.range(0, 400).map(i -> random.nextInt(20)).toArray();
      Groups groups = new Groups(groupOf, IntStream.range(0, 20).mapToObj(g -> "g" + g).toList());
      Split split = Split.of(data(labels).withGroups(groups), OPTIONS, new Seed(seed));

      int[] partOf = new int[20];
      mark(partOf, groupOf, split.train(), 1);
      mark(partOf, groupOf, split.validation(), 2);
      mark(partOf, groupOf, split.test(), 4);
      for (int part : partOf) {
        assertThat(Integer.bitCount(part)).as("seed %d", seed).isEqualTo(1);
      }
      long unlabelledOutside =
          IntStream.range(0, 400)
              .filter(i -> !labels.isLabeled(i) && partOf[groupOf[i]] != 1)
              .count();
      assertThat(split.leftOut()).isEqualTo((int) unlabelledOutside);
      assertThat(parts(split)).hasSize(400 - split.leftOut());
      double share = split.test().length / (double) labels.labeledCount();
      assertThat(share).as("seed %d", seed).isBetween(0.1, 0.3);
    }
  }

  @Test
  void groupsAreIgnoredWhenAsked() {
    Labels labels = randomLabels(1, 100, 2, 0);
    Groups one = new Groups(new int[100], java.util.List.of("all"));
    Split split = Split.of(data(labels).withGroups(one), OPTIONS.withByGroup(false), new Seed(1));
    assertThat(split.test()).hasSize(20);
  }

  @Test
  void hiddenLabelsAreHiddenAndFewTrainingLabelsStay() {
    Labels labels = randomLabels(5, 2000, 7, 0.1);
    Split split = Split.of(data(labels), OPTIONS, new Seed(5));
    Labels inTraining = labels.keepOnly(split.train());
    for (double ratio : new double[] {1, 0.5, 0.05, 0.001}) {
      for (boolean stratified : new boolean[] {true, false}) {
        SplitOptions options = OPTIONS.withLabelRatio(ratio).withStratified(stratified);
        Labels visible = split.visibleLabels(labels, options, new Seed(5));
        for (int row : visible.labeledRows()) {
          assertThat(visible.label(row)).isEqualTo(inTraining.label(row));
        }
        int wished = (int) Math.round(ratio * inTraining.labeledCount());
        assertThat(visible.labeledCount()).isBetween(Math.max(1, wished), Math.max(7, wished + 7));
        if (stratified) {
          for (int c = 0; c < 7; c++) {
            double share = ratio * inTraining.histogram()[c];
            assertThat((double) visible.histogram()[c]).isCloseTo(share, within(1.0));
            assertThat(visible.histogram()[c]).isPositive();
          }
        }
        assertThat(split.visibleLabels(labels, options, new Seed(5)).labeledRows())
            .isEqualTo(visible.labeledRows());
      }
    }
  }

  @Test
  void aGivenSplitIsTakenAsItIs() {
    Split split = Split.of(new int[] {3, 0}, new int[] {1}, new int[] {2});
    assertThat(split.train()).containsExactly(0, 3);
    assertThatThrownBy(() -> Split.of(new int[] {0}, new int[] {0}, new int[0]))
        .hasMessageContaining("row 0");
  }

  @Test
  void labelsThatCannotBeSplitAreComplainedAbout() {
    complains(labels(-1, -1), "no row has a label", "--label");
    complains(labels(0, 0, -1), "one class (\"a\")");
    complains(labels(0, 1, -1), "2 labelled rows are too few", "--test");
  }

  @Test
  void tooFewGroupsAreComplainedAbout() {
    Dataset data =
        data(labels(0, 1, 0, 1))
            .withGroups(new Groups(new int[] {0, 0, 1, 1}, java.util.List.of("g", "h")));
    assertThatThrownBy(() -> Split.of(data, OPTIONS, new Seed(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("2 groups with labelled rows are too few for 3 parts");
    assertThat(Split.of(data, OPTIONS.withValidation(0), new Seed(1)).test()).hasSize(2);
  }

  @Test
  void optionsOutOfBoundsAreRefusedByName() {
    assertThatThrownBy(() -> OPTIONS.withLabelRatio(0)).hasMessageContaining("labelRatio");
    assertThatThrownBy(() -> OPTIONS.withLabelRatio(1.1)).hasMessageContaining("1.1");
    assertThatThrownBy(() -> OPTIONS.withTest(Double.NaN)).hasMessageContaining("test");
    assertThatThrownBy(() -> OPTIONS.withTest(0.9)).hasMessageContaining("validation + test");
  }

  private static void complains(Labels labels, String... parts) {
    assertThatThrownBy(() -> Split.of(data(labels), OPTIONS, new Seed(1)))
        .isInstanceOf(BadInputException.class)
        .message()
        .contains(parts);
  }

  private static void mark(int[] partOf, int[] groupOf, int[] rows, int part) {
    for (int row : rows) {
      partOf[groupOf[row]] |= part;
    }
  }

  private static int[] parts(Split split) {
    return java.util.stream.Stream.of(split.train(), split.validation(), split.test())
        .flatMapToInt(Arrays::stream)
        .sorted()
        .toArray();
  }

  private static Dataset data(Labels labels) {
    return Dataset.of(FloatMatrix.allocate(labels.size(), 1), labels);
  }

  private static Labels labels(int... classes) {
    int count = Math.max(0, Arrays.stream(classes).max().orElse(0) + 1);
    return new Labels(
        classes, IntStream.range(0, count).mapToObj(c -> "" + (char) ('a' + c)).toList());
  }

  private static Labels randomLabels(long seed, int rows, int classes, double unlabelled) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] drawn = new int[rows];
    for (int i = 0; i < rows; i++) {
      drawn[i] =
          random.nextDouble() < unlabelled ? -1 : random.nextInt(random.nextInt(classes) + 1);
    }
    drawn[0] = classes - 1;
    return labels(drawn);
  }
}
