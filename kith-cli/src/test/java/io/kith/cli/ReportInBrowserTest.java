package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a fresh run as a person sees it; pictures are left in target/screenshots. */
class ReportInBrowserTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir static Path folder;
  private static Browser browser;
  private static Path csv;

  private final Shell shell = new Shell();

  @BeforeAll
  static void aFreshRunOfEachKind() throws Exception {
    browser = Browser.start(Files.createDirectories(folder.resolve("browser")));
    csv = Flowers.csv(folder.resolve("flowers.csv"), 600, 3);
    Shell shell = new Shell();
    for (String method : new String[] {"graph", "supervised"}) {
      assertThat(
              shell.kith(
                  "train",
                  csv,
                  "--label",
                  "species",
                  "--id",
                  "name",
                  "--method",
                  method,
                  "-o",
                  folder.resolve(method),
                  "--epochs",
                  12,
                  "--learning-rate",
                  0.01,
                  "--batch-size",
                  64,
                  "--block-size",
                  8,
                  "--hidden",
                  "16"))
          .as(shell.err())
          .isZero();
    }
  }

  @AfterAll
  static void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void theReportOfARunIsDrawnInLightAndDarkOnAPhoneAndOnPaper() throws Exception {
    show(folder.resolve("graph/report.html"), "run");
    assertThat(browser.evaluate("document.querySelectorAll('figure').length").asInt())
        .isGreaterThanOrEqualTo(7);
    assertThat(browser.evaluate("document.body.innerText").asText())
        .contains(
            "test accuracy", "Loss by epoch", "Confusion", "How far confidence", "To run again")
        .contains("kith train");
    assertThat(
            browser
                .evaluate(
                    "document.documentElement.scrollWidth <= document.documentElement.clientWidth")
                .asBoolean())
        .as("no sideways scrolling on a phone")
        .isTrue();
  }

  @Test
  void severalRunsStandSideBySide() throws Exception {
    Path both = folder.resolve("both.html");
    assertThat(
            shell.kith("report", folder.resolve("graph"), folder.resolve("supervised"), "-o", both))
        .as(shell.err())
        .isZero();
    show(both, "comparison");
    assertThat(browser.evaluate("document.body.innerText").asText())
        .contains("Kith runs: graph, supervised", "Options that differ", "method");
  }

  @Test
  void everyFigureComesAsSvgAndCsv() throws Exception {
    screen(1200, false, "light");
    browser.open(folder.resolve("graph/report.html").toUri());
    browser.evaluate(
        "document.querySelectorAll('#validation-accuracy [data-save], #confusion-1 [data-save]')"
            + ".forEach(b => b.click())");
    String svg = browser.downloaded("kith-validation-accuracy.svg");
    assertThat(svg).startsWith("<svg").contains("Validation accuracy by epoch", "<path");
    assertThat(browser.downloaded("kith-confusion-1.svg")).contains("rose", "tulip");
    assertThat(browser.downloaded("kith-validation-accuracy.csv").lines().toList())
        .hasSize(13)
        .first()
        .asString()
        .startsWith("epoch,run,validation accuracy");
    assertThat(browser.downloaded("kith-confusion-1.csv")).startsWith("true class,rose,tulip");
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('figure')].every(f =>"
                        + " f.querySelectorAll('[data-save]').length === 2)")
                .asBoolean())
        .isTrue();
  }

  @Test
  void theKeyboardGoesThroughAChart() throws Exception {
    screen(1200, false, "light");
    browser.open(folder.resolve("graph/report.html").toUri());
    browser.evaluate("document.querySelector('#validation-accuracy .plot').focus()");
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    assertThat(browser.evaluate("document.getElementById('spoken').textContent").asText())
        .startsWith("epoch 2, run graph, validation accuracy");
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('.plot')].every(p => p.tabIndex === 0 &&"
                        + " p.getAttribute('aria-label').length > 20)")
                .asBoolean())
        .isTrue();
  }

  @Test
  void withoutScriptsTheTablesStandOpen() throws Exception {
    screen(1000, false, "light");
    browser.scripts(false);
    try {
      browser.open(folder.resolve("graph/report.html").toUri());
      assertThat(
              browser
                  .evaluate(
                      "[...document.querySelectorAll('figure table')].every(t => t.offsetHeight > 0)"
                          + " && [...document.querySelectorAll('.plot, .tools')].every(p =>"
                          + " p.offsetHeight === 0)")
                  .asBoolean())
          .isTrue();
    } finally {
      browser.scripts(true);
    }
  }

  @Test
  void aRunIsWatchedWhileItGoesOn() throws Exception {
    Shell training = new Shell();
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () ->
                training.kith(
                    "train",
                    csv,
                    "--label",
                    "species",
                    "--id",
                    "name",
                    "-o",
                    folder.resolve("watched"),
                    "--epochs",
                    200,
                    "--batch-size",
                    64,
                    "--block-size",
                    8,
                    "--hidden",
                    "64,64",
                    "--watch"));
    URI address = address(training, code);
    screen(1200, false, "light");
    browser.open(address);
    browser.waitFor("document.querySelectorAll('#validation-accuracy tbody tr').length >= 2");
    assertThat(code.isDone()).as("training goes on").isFalse();
    browser.screenshot(PICTURES.resolve("live.png"));
    browser.waitFor(
        "document.getElementById('live').textContent.startsWith('Training has ended; this page')");
    assertThat(code.get()).as(training.err()).isZero();
    assertThat(
            browser
                .evaluate("document.querySelectorAll('#validation-accuracy tbody tr').length")
                .asInt())
        .isEqualTo(200);
    browser.waitFor(Browser.DRAWN);
    assertThat(browser.evaluate("document.querySelectorAll('figure').length").asInt())
        .isGreaterThanOrEqualTo(7);
    assertThat(browser.requests()).contains(address.toString(), address + "events");
    assertNothingForeign();
    assertThat(browser.complaints()).isEmpty();
  }

  private static URI address(Shell training, CompletableFuture<Integer> code) throws Exception {
    Pattern line = Pattern.compile("watch +(http://localhost:\\d+/)");
    while (true) {
      Matcher found = line.matcher(training.out());
      if (found.find()) {
        return URI.create(found.group(1));
      }
      assertThat(code.isDone()).as(training.err()).isFalse();
      Thread.onSpinWait();
    }
  }

  private static void screen(int width, boolean phone, String scheme) {
    browser.window(width, phone ? 800 : 900, phone);
    browser.media("screen", scheme);
  }

  private static void show(Path page, String name) throws Exception {
    screen(1200, false, "light");
    browser.open(page.toUri());
    browser.waitFor(Browser.DRAWN);
    browser.screenshot(PICTURES.resolve(name + "-light.png"));
    browser.media("screen", "dark");
    browser.waitFor(Browser.DRAWN);
    browser.screenshot(PICTURES.resolve(name + "-dark.png"));
    browser.media("print", "light");
    browser.pdf(PICTURES.resolve(name + ".pdf"));
    browser.window(800, 1100, false);
    browser.screenshot(PICTURES.resolve(name + "-print.png"));
    screen(390, true, "light");
    browser.waitFor(Browser.DRAWN);
    browser.screenshot(PICTURES.resolve(name + "-phone.png"));
    assertNothingForeign();
    assertThat(browser.complaints()).isEmpty();
  }

  private static void assertNothingForeign() {
    assertThat(browser.requests())
        .allMatch(
            r ->
                r.startsWith("file:///")
                    || r.startsWith("blob:null/")
                    || r.startsWith("blob:file:///")
                    || r.startsWith("about:")
                    || r.startsWith("http://localhost:"));
  }
}
