package io.kith.propagate;

import static io.kith.propagate.SmallGraphs.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.base.Json;
import io.kith.data.Labels;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LabelSpreadingTest {
  private static final Stopping EXACT = new Stopping(1e-7, 10_000);

  /**
   * On the path a –1– x –3– b with α = ½: S_01 = ½, S_12 = √3/2, so the column of a is (13/24, 1/6,
   * √3/24) and that of b has √3/6 in the middle.
   */
  @Test
  void aPathOfThreeDoneOnPaper() {
    Propagated result =
        SmallGraphs.run(
            new LabelSpreading(0.5, EXACT),
            SmallGraphs.path(1, 3),
            SmallGraphs.labels(2, 0, -1, 1));
    double root = Math.sqrt(3);
    assertThat(row(result, 1))
        .containsExactly(new double[] {1 / (1 + root), root / (1 + root)}, within(1e-6));
    assertThat(row(result, 0)[0]).isCloseTo(13 / (13 + root), within(1e-6));
  }

  @Test
  void itIsTheClosedForm() {
    int n = 23;
    double alpha = 0.9;
    double[][] weights = SmallGraphs.random(n, 2);
    Labels visible = SmallGraphs.everyFourth(n, 3);
    double[] degrees = SmallGraphs.degrees(weights);
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = (i == j ? 1 : 0) - alpha * weights[i][j] / Math.sqrt(degrees[i] * degrees[j]);
      }
    }
    double[][] expected =
        SmallGraphs.normalized(SmallGraphs.solve(a, SmallGraphs.indicators(visible)));
    Propagated result =
        SmallGraphs.run(new LabelSpreading(alpha, EXACT), SmallGraphs.of(weights), visible);
    for (int i = 0; i < n; i++) {
      assertThat(row(result, i)).containsExactly(expected[i], within(1e-5));
    }
  }

  /** The stored case was made by label_spreading.py, which lies beside it. */
  @Test
  void itIsWhatScikitLearnFinds() throws Exception {
    JsonNode stored;
    try (InputStream in = LabelSpreadingTest.class.getResourceAsStream("label_spreading.json")) {
      stored = Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    double[][] weights = matrix(stored.get("weights"));
    int[] labels = new int[weights.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = stored.get("labels").get(i).asInt();
    }
    Labels visible = SmallGraphs.labels(3, labels);
    for (JsonNode fitted : stored.get("fitted")) {
      Propagated result =
          SmallGraphs.run(
              new LabelSpreading(fitted.get("alpha").asDouble(), EXACT),
              SmallGraphs.of(weights),
              visible);
      double[][] expected = matrix(fitted.get("distributions"));
      for (int i = 0; i < expected.length; i++) {
        assertThat(row(result, i)).containsExactly(expected[i], within(1e-5));
      }
      // scikit-learn, too, leaves the rows no label reaches at zero
      assertThat(result.unreachedCount()).isEqualTo(5);
    }
  }

  @Test
  void alphaHasBounds() {
    assertThatThrownBy(() -> new LabelSpreading(1, EXACT))
        .hasMessage("alpha must be > 0 and < 1, but was 1.0");
  }

  private static double[][] matrix(JsonNode rows) {
    double[][] matrix = new double[rows.size()][];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = new double[rows.get(i).size()];
      for (int j = 0; j < matrix[i].length; j++) {
        matrix[i][j] = rows.get(i).get(j).asDouble();
      }
    }
    return matrix;
  }
}
