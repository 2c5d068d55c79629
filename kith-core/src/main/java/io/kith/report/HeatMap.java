package io.kith.report;

import java.util.List;

/**
 * A square or oblong of shaded cells.
 *
 * @param values shares of 1, row after row from top to bottom
 */
public record HeatMap(
    String rowsAre,
    String columnsAre,
    List<String> rows,
    List<String> columns,
    List<double[]> values)
    implements Chart {}
