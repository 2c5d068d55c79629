package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.base.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * A real, headless Chromium with one tab, driven through its DevTools protocol over the JDK's own
 * web socket.
 *
 * <p>Keeps every request and every complaint of the pages it shows.
 */
public final class Browser implements AutoCloseable {
  /** Whether every figure of a report has its chart. */
  public static final String DRAWN =
      "[...document.querySelectorAll('figure')].every(f => f.querySelectorAll('.plot svg path, .plot"
          + " svg polyline, .plot svg rect').length > 3)";

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Process process;
  private final WebSocket socket;
  private final Path folder;
  private final AtomicInteger commands = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  private Browser(Process process, Path folder, int port) throws Exception {
    this.process = process;
    this.folder = folder;
    HttpClient client = HttpClient.newHttpClient();
    URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
    String targets =
        client
            .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    String address = "";
    for (JsonNode target : Json.parse(targets)) {
      if (target.path("type").asText().equals("page")) {
        address = target.path("webSocketDebuggerUrl").asText();
      }
    }
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Listener())
            .get(30, TimeUnit.SECONDS);
    send("Page.enable", Map.of());
    send("Runtime.enable", Map.of());
    send("Log.enable", Map.of());
    send("Network.enable", Map.of());
    send(
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", downloads().toString()));
  }

  /**
   * Starts Chromium; skips the test, and says so, where there is none and none can be installed.
   */
  public static Browser start(Path folder) throws Exception {
    Optional<Path> chromium = Chromium.find();
    if (chromium.isEmpty()) {
      String sentence =
          "SKIPPED: the report is not tested in a browser, because there is no Chromium and it"
              + " cannot be installed here: install it, or name one in the variable CHROMIUM.";
      System.err.println(sentence);
      Assumptions.abort(sentence);
    }
    Path profile = Files.createDirectories(folder.resolve("profile"));
    Files.createDirectories(folder.resolve("downloads"));
    Process process =
        new ProcessBuilder(
                chromium.get().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    Path port = profile.resolve("DevToolsActivePort");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(port) || Files.readAllLines(port).isEmpty()) {
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).as("Chromium ended at once").isFalse();
      assertThat(System.nanoTime()).as("Chromium opens its port").isLessThan(deadline);
    }
    return new Browser(process, folder, Integer.parseInt(Files.readAllLines(port).get(0)));
  }

  Path downloads() {
    return folder.resolve("downloads").toAbsolutePath();
  }

  /** Errors and warnings of the console, exceptions, and whatever the security policy refused. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** The addresses of all requests so far. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  public void window(int width, int height, boolean phone) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
  }

  /** Screen or print, light or dark. */
  public void media(String medium, String scheme) {
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void scripts(boolean allowed) {
    send("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
  }

  public void open(URI page) {
    send("Page.navigate", Map.of("url", page.toString()));
    waitFor(
        "document.readyState === 'complete' && location.href === " + Json.text(page.toString()));
  }

  public JsonNode evaluate(String script) {
    JsonNode result =
        send(
            "Runtime.evaluate",
            Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
    assertThat(result.path("exceptionDetails").toString()).as(script).isEmpty();
    return result.path("result").path("value");
  }

  /** Waits until a script's value is true. */
  public void waitFor(String condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!evaluate(condition).asBoolean()) {
      assertThat(System.nanoTime()).as("waiting for " + condition).isLessThan(deadline);
      rest();
    }
  }

  void key(String name) {
    send("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", name, "code", name));
    send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", name, "code", name));
  }

  /** A picture of the whole page, kept as a test artefact. */
  public void screenshot(Path file) throws IOException {
    JsonNode size = send("Page.getLayoutMetrics", Map.of()).path("cssContentSize");
    JsonNode picture =
        send(
            "Page.captureScreenshot",
            Map.of(
                "format",
                "png",
                "captureBeyondViewport",
                true,
                "clip",
                Map.of(
                    "x",
                    0,
                    "y",
                    0,
                    "width",
                    size.path("width").asDouble(),
                    "height",
                    size.path("height").asDouble(),
                    "scale",
                    1)));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
  }

  void pdf(Path file) throws IOException {
    JsonNode printed = send("Page.printToPDF", Map.of("printBackground", true));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(printed.path("data").asText()));
  }

  /** Waits for a download to be there in full. */
  String downloaded(String name) throws Exception {
    Path file = downloads().resolve(name);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(file) || Files.size(file) == 0) {
      assertThat(System.nanoTime()).as("download of " + name).isLessThan(deadline);
      rest();
    }
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  private void rest() {
    try {
      assertThat(process.waitFor(30, TimeUnit.MILLISECONDS)).as("Chromium ended").isFalse();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode send(String method, Map<String, ?> parameters) {
    int id = commands.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    String command = Json.tree(Map.of("id", id, "method", method, "params", parameters)).toString();
    socket.sendText(command, true).join();
    JsonNode message = answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    assertThat(message.path("error").toString()).as(method).isEmpty();
    return message.path("result");
  }

  /** Waits until nothing writes into the profile any more, so that it can be removed. */
  @Override
  public void close() throws Exception {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    socket.sendText("{\"id\": 0, \"method\": \"Browser.close\"}", true).join();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      all.forEach(ProcessHandle::destroyForcibly);
    }
    for (ProcessHandle each : all) {
      each.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    socket.abort();
  }

  private void hear(JsonNode message) {
    JsonNode parameters = message.path("params");
    switch (message.path("method").asText()) {
      case "Runtime.exceptionThrown" ->
          complaints.add(parameters.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> {
        if (List.of("error", "warning", "assert").contains(parameters.path("type").asText())) {
          complaints.add(parameters.path("args").toString());
        }
      }
      case "Log.entryAdded" -> complaints.add(parameters.path("entry").path("text").asText());
      case "Network.requestWillBeSent" ->
          requests.add(parameters.path("request").path("url").asText());
      default -> {
        // Other events are not about the page's health.
      }
    }
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        JsonNode message = Json.parse(text.toString());
        text.setLength(0);
        if (message.has("id")) {
          CompletableFuture<JsonNode> asked = answers.remove(message.path("id").asInt());
          if (asked != null) {
            asked.complete(message);
          }
        } else {
          hear(message);
        }
      }
      webSocket.request(1);
      return null;
    }
  }
}
