package io.kith.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.Kith;
import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Datasets;
import io.kith.data.Labels;
import io.kith.data.RowStream;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged jar, by Spark's own spark-submit, in a process that has Spark and nothing of Kith.
 */
class SparkSubmitIT {
  /** What the jar has to bring. */
  private static final Pattern IN_JAR =
      Pattern.compile(
          "(kith-|classes|test-classes|pytorch|openblas|javacpp|duckdb|picocli|jna|jackson-datatype-jdk8).*");

  private static final int ROWS = 400;
  private static final String JAR = System.getProperty("kith.spark.jar");

  @TempDir Path folder;

  @Test
  void trainsFromParquetWhatKithPredictsWith() throws Exception {
    Path rows = folder.resolve("rows.parquet");
    Path model = folder.resolve("model");
    Dataset hills = hills();
    Datasets.write(hills, rows);
    String[] train = {
      "train",
      "--input",
      rows.toString(),
      "--label",
      "label",
      "--output",
      model.toString(),
      "--hidden-layers",
      "16",
      "--epochs",
      "10",
      "--learning-rate",
      "0.01",
      "--method",
      "graph",
      "--workers",
      "2"
    };
    assertThat(submit(train)).isZero();
    List<String> expected =
        IntStream.range(0, ROWS).mapToObj(i -> hills.labels().names().get(i % 2)).toList();
    assertThat(classesByKith(model, rows)).isEqualTo(expected);
    assertThat(submit(train)).isEqualTo(2);
    assertThat(log()).contains("kith-spark: --output " + model + " exists already");
  }

  @Test
  @Tag("slow")
  void predictsWithWhatKithTrained() throws Exception {
    Path rows = folder.resolve("rows.parquet");
    Path model = folder.resolve("model");
    Path predicted = folder.resolve("predicted.csv");
    Datasets.write(hills(), rows);
    Kith.run(hills(), RunOptions.defaults()).model().save(model);
    assertThat(
            submit(
                "predict",
                "--model",
                model.toString(),
                "--input",
                rows.toString(),
                "--output",
                predicted.toString()))
        .isZero();
    assertThat(classesIn(predicted)).isEqualTo(classesByKith(model, rows)).contains("a", "b");
  }

  /** Rows around two places, one in ten of which has a label. */
  private static Dataset hills() {
    SplittableRandom random = new Seed(5).random();
    FloatMatrix features = FloatMatrix.allocate(ROWS, 2);
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      features.set(i, 0, (float) (3 * (i % 2) + random.nextDouble()));
      features.set(i, 1, (float) random.nextDouble());
      classes[i] = i / 2 % 10 == 0 ? i % 2 : Labels.UNLABELED;
    }
    return Dataset.of(features, List.of("x", "y"), new Labels(classes, List.of("a", "b")));
  }

  /** What kith predict says of the rows of a file, read by the model's own schema. */
  private static List<String> classesByKith(Path folder, Path rows) {
    List<String> classes = new ArrayList<>();
    try (Model model = Model.load(folder);
        Parallel parallel = new Parallel(1);
        RowStream stream = Datasets.stream(rows, model.reading(), model.schema(), ROWS)) {
      assertThat(model.schema().featureNames()).containsExactly("x", "y");
      stream.forEach(
          chunk -> {
            try (FloatMatrix p = model.probabilities(chunk.rows().features(), parallel)) {
              for (int i = 0; i < p.rows(); i++) {
                classes.add(model.classNames().get(p.get(i, 0) >= p.get(i, 1) ? 0 : 1));
              }
            }
          });
    }
    return classes;
  }

  /** The column "class", which follows those of the input. */
  private static List<String> classesIn(Path csv) throws IOException {
    List<String> classes = new ArrayList<>();
    try (Stream<Path> parts = Files.list(csv)) {
      for (Path part : parts.filter(file -> file.toString().endsWith(".csv")).sorted().toList()) {
        List<String> lines = Files.readAllLines(part);
        int column = List.of(lines.get(0).split(",")).indexOf("class");
        lines.stream().skip(1).map(line -> line.split(",", -1)[column]).forEach(classes::add);
      }
    }
    return classes;
  }

  @Test
  void bringsTheEngineAndNothingOfSpark() throws Exception {
    try (JarFile jar = new JarFile(JAR)) {
      List<String> names = jar.stream().map(entry -> entry.getName()).toList();
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo(SparkMain.class.getName());
      assertThat(names)
          .contains("kith_spark.py", "io/kith/Kith.class", "picocli/CommandLine.class")
          .anyMatch(name -> name.matches("org/bytedeco/pytorch/[^/]+/.*torch_cpu\\.\\w+"))
          .noneMatch(name -> name.startsWith("org/apache/"))
          .noneMatch(name -> name.startsWith("scala/"))
          .noneMatch(name -> name.startsWith("com/fasterxml/jackson/databind"));
    }
  }

  private int submit(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
    command.add("-Dorg.bytedeco.javacpp.cachedir=" + folder.resolve("natives"));
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(List.of("-cp", sparkAlone(), "org.apache.spark.deploy.SparkSubmit"));
    command.addAll(List.of("--master", "local[2]", "--conf", "spark.ui.enabled=false"));
    command.addAll(List.of("--conf", "spark.driver.host=localhost", JAR));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("OMP_NUM_THREADS", "1");
    Process process =
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended; " + log()).isTrue();
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() == 1) {
      throw new AssertionError(log());
    }
    return process.exitValue();
  }

  private String log() throws Exception {
    return Files.readString(folder.resolve("log"));
  }

  private static String sparkAlone() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !IN_JAR.matcher(Path.of(entry).getFileName().toString()).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
