package io.kith.spark;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * A model that can be sent: the files it is loaded from, and of which each process makes one model
 * for all its tasks.
 *
 * <p>Native memory is freed once nothing refers to the packed model any more. Threads may share it.
 */
final class PackedModel implements Serializable {
  private static final long serialVersionUID = 1L;

  private final HashMap<String, byte[]> files;
  private transient Model model;
  private transient Broadcast<PackedModel> sent;
  private transient SparkContext sentTo;

  /** Takes over a model. */
  PackedModel(Model model) {
    this.model = model;
    this.files = pack(model);
  }

  synchronized Model model() {
    if (model == null) {
      model = unpack();
    }
    return model;
  }

  /** This model on every executor; sent once, however often it is asked for. */
  synchronized Broadcast<PackedModel> broadcast(SparkContext context) {
    if (sentTo != context) {
      sent = JavaSparkContext.fromSparkContext(context).broadcast(this);
      sentTo = context;
    }
    return sent;
  }

  /** Log-probabilities of rows as they come, by the calling thread alone. */
  FloatMatrix logProbabilities(FloatMatrix features) {
    try (Parallel alone = new Parallel(1)) {
      return model().logProbabilities(features, alone);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** All files but {@code model.onnx}, which is for other programs and can be made again. */
  private static HashMap<String, byte[]> pack(Model model) {
    HashMap<String, byte[]> packed = new HashMap<>();
    try (TemporaryFolder temporary = TemporaryFolder.create()) {
      Path folder = temporary.path().resolve("model");
      model.save(folder);
      for (Path file : filesOf(folder)) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".onnx")) {
          packed.put(name, Files.readAllBytes(file));
        }
      }
      return packed;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot pack the model", e);
    }
  }

  private Model unpack() {
    try (TemporaryFolder temporary = TemporaryFolder.create()) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Files.write(temporary.path().resolve(file.getKey()), file.getValue());
      }
      return Model.load(temporary.path());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack the model", e);
    }
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
