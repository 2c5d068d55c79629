package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.base.Json;
import io.kith.data.Datasets;
import io.kith.data.ReadOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainAndPredictTest {
  private static final Object[] SMALL = {
    "--batch-size",
    64,
    "--labeled-per-step",
    16,
    "--hidden",
    "16",
    "--epochs",
    8,
    "--learning-rate",
    0.05,
    "--block-size",
    8
  };

  @TempDir Path folder;
  private final Shell shell = new Shell();

  @Test
  void aCsvBecomesAModelPredictionsAndAReportThatPredictReproduces() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 600, 5);
    Path run = folder.resolve("run");
    int code = train(csv, run, "--id", "name", "--label", "species");
    assertThat(code).as(shell.err()).isZero();
    assertThat(shell.out()).contains("test", "accuracy", run.resolve("report.html").toString());
    assertThat(run.resolve("model/model.json")).exists();
    assertThat(run.resolve("model/weights.safetensors")).exists();
    assertThat(Files.readString(run.resolve("report.html")))
        .contains("test accuracy", "validation-accuracy");

    Path again = folder.resolve("again.csv");
    assertThat(shell.kith("predict", run.resolve("model"), csv, "-o", again)).isZero();
    assertThat(again).hasSameTextualContentAs(run.resolve("predictions.csv"));
    assertThat(Files.readAllLines(again)).hasSize(601);
    assertThat(Files.readAllLines(again).get(0)).isEqualTo("id,label,predicted,p_rose,p_tulip");
    assertThat(shell.out()).contains("accuracy");
  }

  @Test
  void aParquetFileGivesTheSamePredictionsAsTheCsvItCameFrom() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    Path parquet = folder.resolve("flowers.parquet");
    ReadOptions reading = ReadOptions.defaults().withLabel("species").withId("name");
    Datasets.write(Datasets.read(csv, reading).dataset(), parquet);
    assertThat(train(csv, folder.resolve("a"), "--id", "name", "--label", "species"))
        .as(shell.err())
        .isZero();
    assertThat(train(parquet, folder.resolve("b"), "--id", "id", "--label", "label"))
        .as(shell.err())
        .isZero();
    assertThat(folder.resolve("b/predictions.csv"))
        .hasSameTextualContentAs(folder.resolve("a/predictions.csv"));
  }

  @Test
  void aRunIsRepeatedFromItsRecordOnAnyNumberOfThreads() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    Path first = folder.resolve("first");
    assertThat(
            train(
                csv,
                first,
                "--id",
                "name",
                "--label",
                "species",
                "--method",
                "graph",
                "--seed",
                9,
                "--threads",
                1))
        .as(shell.err())
        .isZero();
    Path second = folder.resolve("second");
    assertThat(
            shell.kith(
                "train", csv, "-o", second, "--options", first.resolve("run.json"), "--threads", 2))
        .as(shell.err())
        .isZero();
    assertThat(second.resolve("model/weights.safetensors"))
        .hasSameBinaryContentAs(first.resolve("model/weights.safetensors"));
    Path report = folder.resolve("both.html");
    assertThat(shell.kith("report", first, second, "-o", report)).isZero();
    assertThat(Files.readString(report))
        .contains("Kith runs: first, second", "The runs have the same options.");
  }

  @Test
  void aRunRecordsHowItsWorkersKeptTogetherAndIsRepeatedWithThem() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    Path first = folder.resolve("first");
    Object[] workers = {
      "--id", "name", "--label", "species", "--workers", 3, "--sync", "local:2", "--local-after", 1
    };
    assertThat(train(csv, first, workers)).as(shell.err()).isZero();
    JsonNode recorded =
        Json.readTree(first.resolve("run.json")).at("/provenance/options/training/workers");
    assertThat(recorded.path("count").asInt()).isEqualTo(3);
    assertThat(recorded.path("sync").asText()).isEqualTo("local");
    assertThat(recorded.path("localSteps").asInt()).isEqualTo(2);
    assertThat(recorded.path("localAfter").asInt()).isEqualTo(1);
    Path second = folder.resolve("second");
    assertThat(shell.kith("train", csv, "-o", second, "--options", first.resolve("run.json")))
        .as(shell.err())
        .isZero();
    assertThat(second.resolve("model/weights.safetensors"))
        .hasSameBinaryContentAs(first.resolve("model/weights.safetensors"));
  }

  @Test
  void predictionsCanBeTheSoftLabelsOfAnotherModel() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 2);
    assertThat(train(csv, folder.resolve("teacher"), "--id", "name", "--label", "species"))
        .as(shell.err())
        .isZero();
    List<String> answers = Files.readAllLines(folder.resolve("teacher/predictions.csv"));
    List<String> flowers = Files.readAllLines(csv);
    List<String> joined = new ArrayList<>();
    for (int i = 0; i < flowers.size(); i++) { // every third row unlabelled
      String[] answer = answers.get(i).split(",");
      String label = i > 0 && i % 3 == 0 ? "," : answer[3] + "," + answer[4];
      joined.add(flowers.get(i).replaceAll(",[^,]*$", "") + "," + label);
    }
    Path soft = Files.write(folder.resolve("soft.csv"), joined);
    Path student = folder.resolve("student");
    assertThat(train(soft, student, "--id", "name", "--label", "p_*")).as(shell.err()).isZero();
    assertThat(Files.readAllLines(student.resolve("predictions.csv")).get(0))
        .isEqualTo("id,label,predicted,p_rose,p_tulip");
    Path again = folder.resolve("again.csv");
    assertThat(shell.kith("predict", student.resolve("model"), soft, "-o", again)).isZero();
    assertThat(again).hasSameTextualContentAs(student.resolve("predictions.csv"));
    assertThat(shell.out()).contains("of 267 labelled rows");
  }

  @Test
  void optionsAreSearchedFirstWhenAskedFor() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    Path run = folder.resolve("run");
    assertThat(train(csv, run, "--id", "name", "--label", "species", "--tune", 2.5))
        .as(shell.err())
        .isZero();
    assertThat(shell.out()).contains("candidates for the price of", "graphWeight", "supervised");
    assertThat(Files.readString(run.resolve("report.html"))).contains("Options tried");
    assertThat(run.resolve("tuning.json")).doesNotExist();
    Path again = folder.resolve("again");
    assertThat(shell.kith("train", csv, "-o", again, "--options", run.resolve("run.json")))
        .as(shell.err())
        .isZero();
    assertThat(again.resolve("model/weights.safetensors"))
        .hasSameBinaryContentAs(run.resolve("model/weights.safetensors"));
  }

  @Test
  void theBudgetOfTheSearchMayBeLeftOutBeforeTheData() {
    shell.kith("train", "--tune", folder.resolve("none.csv"), "--label", "y");
    assertThat(shell.err()).contains("there is no file");
  }

  @Test
  void aGraphFromAFileTrainsTheModelInsteadOfABuiltOne() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    Path graph = folder.resolve("graph.npz");
    Path edges = folder.resolve("graph.tsv");
    for (Path file : new Path[] {graph, edges}) {
      assertThat(shell.kith("graph", csv, "--label", "species", "--id", "name", "-o", file))
          .as(shell.err())
          .isZero();
    }
    Object[] given = {"--id", "name", "--label", "species", "--graph", graph};
    assertThat(train(csv, folder.resolve("a"), given)).as(shell.err()).isZero();
    assertThat(shell.err()).doesNotContain("estimate");
    assertThat(Files.readString(folder.resolve("a/run.json"))).contains("\"given, exact\"");
    given[5] = edges;
    assertThat(train(csv, folder.resolve("b"), given)).as(shell.err()).isZero();
    assertThat(Files.readString(folder.resolve("b/run.json"))).contains("\"given\"", "\"NaN\"");
    assertThat(folder.resolve("b/predictions.csv"))
        .hasSameTextualContentAs(folder.resolve("a/predictions.csv"));
    assertThat(Files.readString(folder.resolve("b/report.html"))).doesNotContain(">NaN");
    Path again = folder.resolve("again.html");
    assertThat(shell.kith("report", folder.resolve("b"), "-o", again)).as(shell.err()).isZero();
  }

  @Test
  void aGraphOfOtherRowsIsRefusedBeforeTraining() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    Path other = Flowers.csv(folder.resolve("other.csv"), 300, 5);
    Path graph = folder.resolve("graph.npz");
    Object[] given = {"--id", "name", "--label", "species", "--graph", graph};
    assertThat(shell.kith("graph", other, "--label", "species", "--id", "name", "-o", graph))
        .isZero();
    assertThat(train(csv, folder.resolve("run"), given)).isEqualTo(2);
    assertThat(shell.err()).contains("is a graph of 300 rows, but the data have 400");
    assertThat(
            shell.kith(
                "graph", csv, "--ignore", "name,species", "--features", "length", "-o", graph))
        .as(shell.err())
        .isZero();
    assertThat(train(csv, folder.resolve("run"), given)).isEqualTo(2);
    assertThat(shell.err()).contains("was made from other rows, or from other columns of them");
  }

  @Test
  void trainingSaysHowNeighborsAreLookedFor() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 5);
    assertThat(train(csv, folder.resolve("run"), "--id", "name", "--label", "species")).isZero();
    assertThat(shell.err())
        .contains("search     exact, because all pairs of so few rows are soon compared")
        .contains("estimate   about ");
  }

  @Test
  void oneStageAtATimePrintsWhatItMeasured() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 400, 1);
    Path graph = folder.resolve("graph.npz");
    Path blocks = folder.resolve("blocks.npy");
    assertThat(shell.kith("graph", csv, "--label", "species", "--ignore", "name", "-o", graph))
        .as(shell.err())
        .isZero();
    assertThat(shell.out()).contains("edges", "isolated     0", "components");
    assertThat(shell.kith("partition", graph, "--block-size", 10, "-o", blocks))
        .as(shell.err())
        .isZero();
    assertThat(shell.out()).contains("blocks        40", "weight cut");
    assertThat(
            shell.kith(
                "batches",
                graph,
                blocks,
                "--batch-size",
                100,
                "--data",
                csv,
                "--label",
                "species",
                "--ignore",
                "name"))
        .as(shell.err())
        .isZero();
    assertThat(shell.out()).contains("meta-batches of about 100 rows: 4", "random");
  }

  @Test
  void aSpeechCorpusIsMadeDescribedAndTrainedOn() {
    Path corpus = folder.resolve("corpus");
    assertThat(shell.kith("corpus", "synthesize", corpus, "--speakers", 6, "--sentences", 5))
        .as(shell.err())
        .isZero();
    assertThat(shell.kith("corpus", "info", corpus)).as(shell.err()).isZero();
    assertThat(shell.out()).contains("speakers     6", "sil");
    assertThat(
            shell.kith(
                "train",
                corpus,
                "-o",
                folder.resolve("run"),
                "--epochs",
                2,
                "--hidden",
                "32",
                "--label-ratio",
                0.2))
        .as(shell.err())
        .isZero();
    assertThat(
            shell.kith(
                "predict", folder.resolve("run/model"), corpus, "-o", folder.resolve("p.csv")))
        .as(shell.err())
        .isZero();
    assertThat(folder.resolve("p.csv"))
        .hasSameTextualContentAs(folder.resolve("run/predictions.csv"));
  }

  @Test
  void everyCommandHasHelp() {
    for (String command :
        new String[] {
          "demo",
          "train",
          "predict",
          "graph",
          "partition",
          "batches",
          "corpus",
          "report",
          "reproduce"
        }) {
      assertThat(shell.kith(command, "--help")).isZero();
      assertThat(shell.out()).startsWith("Usage: kith " + command);
    }
    assertThat(shell.kith("--version")).isZero();
    assertThat(shell.kith()).isZero();
    assertThat(shell.out()).contains("Examples");
  }

  @Test
  void manualAndCompletionAreWritten() throws Exception {
    Manual.main(new String[] {folder.toString()});
    assertThat(folder.resolve("man/man1/kith-train.1")).content().contains("graph\\-weight");
    assertThat(folder.resolve("man/man1/kith-corpus-synthesize.1")).exists();
    assertThat(folder.resolve("bash-completion/kith")).content().contains("complete");
  }

  private int train(Path data, Path out, Object... more) {
    Object[] words = new Object[4 + SMALL.length + more.length];
    words[0] = "train";
    words[1] = data;
    words[2] = "-o";
    words[3] = out;
    System.arraycopy(SMALL, 0, words, 4, SMALL.length);
    System.arraycopy(more, 0, words, 4 + SMALL.length, more.length);
    return shell.kith(words);
  }
}
