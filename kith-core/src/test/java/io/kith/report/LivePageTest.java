package io.kith.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LivePageTest {
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void aReaderHearsWhatIsNewAndThenTheEnd() throws Exception {
    Run run = Run.read(Path.of(RunTest.class.getResource("run-1.json").toURI()));
    try (LivePage live = LivePage.open(0)) {
      assertThat(get(live, "").body()).contains("has not begun yet", "connect-src 'self'");
      HttpResponse<Stream<String>> events =
          client.send(
              HttpRequest.newBuilder(live.address().resolve("events")).build(),
              HttpResponse.BodyHandlers.ofLines());
      Iterator<String> lines = events.body().filter(line -> !line.isEmpty()).iterator();
      assertThat(lines.next()).isEqualTo("event: state");
      assertThat(lines.next()).contains("has not begun yet");
      live.show(run);
      assertThat(lines.next()).isEqualTo("event: state");
      assertThat(lines.next()).contains("validation-accuracy");
      live.at("train", 3, 9, "steps");
      assertThat(lines.next()).isEqualTo("event: progress");
      assertThat(lines.next()).contains("\"stage\":\"train\"", "\"done\":3", "\"total\":9");
      live.end("Done.");
      assertThat(lines.next()).isEqualTo("event: end");
      assertThat(lines.next()).isEqualTo("data: {\"sentence\":\"Done.\"}");
      assertThat(lines.hasNext()).isFalse();
    }
  }

  @Test
  void onlyThisMachineIsServedAndOnlyByItsOwnName() throws Exception {
    try (LivePage live = LivePage.open(0);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), live.address().getPort())) {
      PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.US_ASCII);
      out.print("GET / HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n");
      out.flush();
      assertThat(
              new BufferedReader(
                      new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                  .readLine())
          .contains("403");
      assertThat(get(live, "nothing").statusCode()).isEqualTo(404);
      HttpRequest post =
          HttpRequest.newBuilder(live.address())
              .POST(HttpRequest.BodyPublishers.ofString("x"))
              .build();
      assertThat(client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(405);
    }
  }

  @Test
  void badAndTakenPortsAreRefusedInOneSentence() {
    assertThatThrownBy(() -> LivePage.open(70000))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--port must be within 0..65535, but was 70000.");
    try (LivePage live = LivePage.open(0)) {
      int taken = live.address().getPort();
      assertThatThrownBy(() -> LivePage.open(taken))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("cannot serve the page on port " + taken + " (")
          .hasMessageEndingWith("choose another --port, or 0 for any that is free.");
    }
  }

  private HttpResponse<String> get(LivePage live, String path) throws Exception {
    URI address = live.address().resolve("/" + path);
    return client.send(
        HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }
}
