package io.kith.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DataTableTest {
  private final DataTable table =
      new DataTable()
          .column("name", Unit.TEXT)
          .column("share", Unit.PERCENT)
          .column("rows", Unit.COUNT);

  @Test
  void csvHasFullNumbersAndQuotesWhatNeedsIt() {
    table.row("a, \"b\"", 1.0 / 3, 12345).row("c", Double.NaN, null);
    assertThat(table.csv())
        .isEqualTo("name,share,rows\r\n\"a, \"\"b\"\"\",0.333333,12345\r\nc,,\r\n");
  }

  @Test
  void thePageHasRoundedNumbersAndEscapesMarkup() {
    table.row("<b>", 1.0 / 3, 12345).row("c", Double.NaN, null);
    assertThat(table.html())
        .contains("<th scope=\"row\">&lt;b&gt;</th><td>33.3 %</td><td>12,345</td>")
        .contains("<th scope=\"row\">c</th><td>–</td><td>–</td>");
  }

  @Test
  void aRowOfAnotherLengthIsRefused() {
    assertThatThrownBy(() -> table.row("a"))
        .hasMessage("values must be 3, one for each column, but were 1");
  }
}
