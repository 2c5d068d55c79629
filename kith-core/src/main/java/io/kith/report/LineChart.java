package io.kith.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines over a common axis, each told apart by colour, dash and symbol; a line may have a band of
 * uncertainty, and places on the x axis may be marked.
 */
public record LineChart(Axis x, Axis y, List<Line> lines, List<Mark> marks) implements Chart {
  /**
   * One line.
   *
   * @param spread how far the band reaches on both sides; empty for no band
   * @param reference whether it is there to compare with: drawn thin, dashed and grey
   */
  public record Line(String name, double[] x, double[] y, double[] spread, boolean reference) {}

  /** A place on the x axis. */
  public record Mark(String name, double at) {}

  public LineChart(Axis x, Axis y) {
    this(x, y, List.of(), List.of());
  }

  public LineChart line(String name, double[] xs, double[] ys) {
    return with(new Line(name, Chart.rounded(xs), Chart.rounded(ys), new double[0], false));
  }

  public LineChart band(String name, double[] xs, double[] ys, double[] spread) {
    return with(new Line(name, Chart.rounded(xs), Chart.rounded(ys), Chart.rounded(spread), false));
  }

  public LineChart reference(String name, double[] xs, double[] ys) {
    return with(new Line(name, xs.clone(), ys.clone(), new double[0], true));
  }

  public LineChart mark(String name, double at) {
    List<Mark> more = new ArrayList<>(marks);
    more.add(new Mark(name, at));
    return new LineChart(x, y, lines, more);
  }

  private LineChart with(Line line) {
    List<Line> more = new ArrayList<>(lines);
    more.add(line);
    return new LineChart(x, y, more, marks);
  }
}
