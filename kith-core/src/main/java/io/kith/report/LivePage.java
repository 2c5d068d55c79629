package io.kith.report;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The page of a run while it goes on, served on this machine and to this machine only.
 *
 * <pre>
 *   GET /        the page as it is now
 *   GET /events  server-sent events: state (changed parts), progress, end
 * </pre>
 *
 * <p>Bound to the loopback address; requests that name another host are refused, so that no web
 * site can read it through a name that it points here. The training thread tells what is new; each
 * reader has a thread of its own.
 */
public final class LivePage implements AutoCloseable, Progress {
  private static final long PROGRESS_EVERY = 250_000_000L;
  private static final long NEWS_EVERY_MILLIS = 400;
  private static final int GOODBYE_SECONDS = 3;

  private final HttpServer server;
  private final ExecutorService readers;
  private final Phaser connected = new Phaser(1);
  private final Object news = new Object();

  // Guarded by news; the number of a state or a progress report rises with every new one.
  private Page page = new Page("Kith run", "The run has not begun yet.");
  private long pageNumber = 1;
  private String progress = "";
  private long progressNumber;
  private long progressShown;
  private String end = "";

  private LivePage(HttpServer server) {
    this.server = server;
    this.readers =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "kith-watch");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(readers);
    server.createContext("/", exchange -> answer(exchange));
  }

  /** Opens the page on a port of the loopback address; 0 for any that is free. */
  public static LivePage open(int port) {
    if (port < 0 || port > 65535) {
      throw new BadInputException("--port must be within 0..65535, but was " + port + ".");
    }
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      LivePage live = new LivePage(HttpServer.create(address, 0));
      live.server.start();
      return live;
    } catch (IOException e) {
      throw new BadInputException(
          "cannot serve the page on port "
              + port
              + " ("
              + e.getMessage()
              + "): choose another --port, or 0 for any that is free.",
          e);
    }
  }

  public URI address() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
  }

  /** Shows the run as far as it has come. */
  public void show(Run run) {
    Page next = RunPage.page(List.of(run.method()), List.of(run));
    synchronized (news) {
      page = next;
      pageNumber++;
      news.notifyAll();
    }
  }

  @Override
  public void at(String stage, long done, long total, String unit) {
    long now = System.nanoTime();
    synchronized (news) {
      if (done < total && now - progressShown < PROGRESS_EVERY) {
        return;
      }
      progressShown = now;
      progress =
          Json.tree(Map.of("stage", stage, "done", done, "total", total, "unit", unit)).toString();
      progressNumber++;
      news.notifyAll();
    }
  }

  /** Tells readers how it ended; the last thing they hear. */
  public void end(String sentence) {
    synchronized (news) {
      end = Json.tree(Map.of("sentence", sentence)).toString();
      news.notifyAll();
    }
  }

  /** Lets readers hear the end, then stops serving. */
  @Override
  public void close() {
    synchronized (news) {
      if (end.isEmpty()) {
        end("The run was stopped before its end.");
      }
    }
    try {
      connected.awaitAdvanceInterruptibly(connected.arrive(), GOODBYE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // A reader that does not listen is cut off.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
    readers.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
      int port = server.getAddress().getPort();
      Set<String> known = Set.of("localhost:" + port, "127.0.0.1:" + port, "[::1]:" + port);
      if (!known.contains(host)) {
        refuse(exchange, 403, "Ask for http://localhost:" + port + "/ instead.");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        refuse(exchange, 405, "This page can only be read.");
      } else {
        switch (exchange.getRequestURI().getPath()) {
          case "/" -> send(exchange, 200, "text/html", now().html(true));
          case "/events" -> tell(exchange);
          case "/favicon.ico" -> exchange.sendResponseHeaders(204, -1);
          default -> refuse(exchange, 404, "There is nothing here; the page is at /.");
        }
      }
    }
  }

  private Page now() {
    synchronized (news) {
      return page;
    }
  }

  /** Sends what is new, as it comes, until the run ends or the reader leaves. */
  private void tell(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, 0);
    connected.register();
    try (OutputStream out = exchange.getResponseBody()) {
      long seenPage = 0;
      long seenProgress = 0;
      boolean ended = false;
      while (!ended) {
        StringBuilder message = new StringBuilder();
        synchronized (news) {
          while (pageNumber == seenPage && progressNumber == seenProgress && end.isEmpty()) {
            news.wait();
          }
          if (pageNumber > seenPage) {
            message.append("event: state\ndata: ").append(page.state()).append("\n\n");
          }
          if (progressNumber > seenProgress) {
            message.append("event: progress\ndata: ").append(progress).append("\n\n");
          }
          if (!end.isEmpty()) {
            message.append("event: end\ndata: ").append(end).append("\n\n");
          }
          seenPage = pageNumber;
          seenProgress = progressNumber;
          ended = !end.isEmpty();
        }
        out.write(message.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
        if (!ended) {
          rest();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connected.arriveAndDeregister();
    }
  }

  /** What comes too fast for a reader is told together; the end is told at once. */
  private void rest() throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(NEWS_EVERY_MILLIS);
    synchronized (news) {
      for (long left = NEWS_EVERY_MILLIS; left > 0 && end.isEmpty(); ) {
        news.wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      }
    }
  }

  private static void refuse(HttpExchange exchange, int code, String sentence) throws IOException {
    send(exchange, code, "text/plain", sentence + "\n");
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
