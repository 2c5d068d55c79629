package io.kith.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.learner.Model;
import io.kith.spark.LocalSpark;
import io.kith.spark.Moons;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.SparkSession;
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

  private static final String JAR = System.getProperty("kith.spark.jar");

  @TempDir Path folder;

  @Test
  void trainsAndPredictsFromParquet() throws Exception {
    SparkSession spark = LocalSpark.session();
    Path rows = folder.resolve("rows.parquet");
    Path model = folder.resolve("model");
    Moons.table(spark, 400, 10).select("x", "y", "kind").write().parquet(rows.toString());
    String[] train = {
      "train",
      "--input",
      rows.toString(),
      "--label",
      "kind",
      "--output",
      model.toString(),
      "--hidden-layers",
      "64",
      "--epochs",
      "20",
      "--learning-rate",
      "0.01",
      "--workers",
      "2"
    };
    assertThat(submit(train)).isZero();
    try (Model read = Model.load(model)) {
      assertThat(read.classNames()).containsExactly("waning", "waxing");
      assertThat(read.schema().featureNames()).containsExactly("x", "y");
    }
    assertThat(submit(train)).isEqualTo(2);
    assertThat(log()).contains("kith-spark: --output " + model + " exists already");

    Path predicted = folder.resolve("predicted.parquet");
    Moons.table(spark, 400, 10).select("x", "y", "truth").write().parquet(folder + "/new.parquet");
    assertThat(
            submit(
                "predict",
                "--model",
                model.toString(),
                "--input",
                folder + "/new.parquet",
                "--output",
                predicted.toString()))
        .isZero();
    assertThat(
            spark
                .read()
                .parquet(predicted.toString())
                .filter("class = if(truth = 0, 'waning', 'waxing')")
                .count())
        .isGreaterThan(360);
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
    command.add("-Xmx512m");
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
