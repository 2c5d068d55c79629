package io.kith.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkConf;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * A real cluster on this machine: Spark's own master and workers as processes, started from the
 * class path of the tests, which executors have too.
 */
public final class StandaloneCluster implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final long START_SECONDS = 60;

  private final Path folder;
  private final int port;
  private final List<Process> processes = new ArrayList<>();

  /**
   * @param folder for logs and whatever executors leave
   * @param workers each with one core
   */
  public StandaloneCluster(Path folder, int workers) throws IOException {
    this.folder = folder;
    this.port = freePort();
    Files.createDirectories(folder.resolve("home/jars"));
    start("master", "master.Master", "--host", HOST, "--port", "" + port, "--webui-port", "0");
    awaitMaster();
    for (int w = 0; w < workers; w++) {
      start(
          "worker-" + w,
          "worker.Worker",
          "--host",
          HOST,
          "--cores",
          "1",
          "--memory",
          "1g",
          "--webui-port",
          "0",
          "--work-dir",
          folder.resolve("work-" + w).toString(),
          master());
    }
  }

  public String master() {
    return "spark://" + HOST + ":" + port;
  }

  /** What an application of this cluster needs. */
  public SparkConf conf() {
    return new SparkConf()
        .setMaster(master())
        .setAppName("kith")
        .set("spark.ui.enabled", "false")
        .set("spark.driver.host", HOST)
        .set("spark.driver.bindAddress", HOST)
        .set("spark.executor.memory", "512m")
        .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
        .set("spark.executorEnv.OMP_NUM_THREADS", "1")
        .set("spark.executorEnv.OPENBLAS_NUM_THREADS", "1");
  }

  private void start(String name, String daemon, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("org.apache.spark.deploy." + daemon);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", HOST);
    File log = folder.resolve(name + ".log").toFile();
    processes.add(builder.redirectErrorStream(true).redirectOutput(log).start());
  }

  private void awaitMaster() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(HOST, port), 1000);
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadline || !processes.get(0).isAlive()) {
          close();
          throw new IOException(
              "Spark's master did not start: " + Files.readString(folder.resolve("master.log")), e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    }
  }

  /** Ends the processes that were started here, and the executors that they started. */
  @Override
  public void close() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
