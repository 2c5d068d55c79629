package io.kith.learner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.base.WholeFiles;
import io.kith.data.Predictions;
import io.kith.data.ReadOptions;
import io.kith.data.Schema;
import io.kith.data.Standardizer;
import io.kith.engine.Device;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A trained network with all it takes to use it: how files are read, how features are scaled, what
 * the classes are called, and where it comes from.
 *
 * <p>Stored as a folder with {@code model.json}, {@code weights.safetensors} and {@code
 * model.onnx}, which other programs read and Kith does not. Threads may share it for prediction,
 * each with its own {@link Parallel}.
 */
public final class Model implements AutoCloseable {
  /** Version 1 had no temperature, no {@code model.onnx}, and at first ReLU units only. */
  private static final int VERSION = 2;

  private static final double NO_TEMPERATURE = 1;
  private static final int ROWS_PER_CHUNK = 8192;
  private static final String DESCRIPTION = "model.json";
  private static final String WEIGHTS = "weights.safetensors";
  private static final String ONNX = "model.onnx";

  private final DenseNetwork network;
  private final NetworkOptions networkOptions;
  private final Standardizer standardizer;
  private final Schema schema;
  private final ReadOptions reading;
  private final List<String> classNames;
  private final Provenance provenance;
  private final double temperature;

  public Model(
      DenseNetwork network,
      NetworkOptions networkOptions,
      Standardizer standardizer,
      Schema schema,
      ReadOptions reading,
      List<String> classNames,
      Provenance provenance) {
    this(
        network,
        networkOptions,
        standardizer,
        schema,
        reading,
        classNames,
        provenance,
        NO_TEMPERATURE);
  }

  private Model(
      DenseNetwork network,
      NetworkOptions networkOptions,
      Standardizer standardizer,
      Schema schema,
      ReadOptions reading,
      List<String> classNames,
      Provenance provenance,
      double temperature) {
    this.network = network;
    this.networkOptions = networkOptions;
    this.standardizer = standardizer;
    this.schema = schema;
    this.reading = reading;
    this.classNames = List.copyOf(classNames);
    this.provenance = provenance;
    this.temperature = temperature;
  }

  /** The same network with its logits divided by a temperature; close one of the two. */
  public Model withTemperature(double temperature) {
    requireTemperature(temperature);
    return new Model(
        network,
        networkOptions,
        standardizer,
        schema,
        reading,
        classNames,
        provenance,
        temperature);
  }

  /** Predicts on that device from now on. */
  public void predictOn(Device device) {
    network.predictOn(device);
  }

  /** What logits are divided by; above 1 where the network was too sure of itself. */
  public double temperature() {
    return temperature;
  }

  public List<String> classNames() {
    return classNames;
  }

  /** How the columns of a file become the features this model knows. */
  public Schema schema() {
    return schema;
  }

  /** How the training file was read; new files are read the same way. */
  public ReadOptions reading() {
    return reading;
  }

  public Provenance provenance() {
    return provenance;
  }

  /** The log-probability of every class for rows as they come from a file, not standardised. */
  public FloatMatrix logProbabilities(FloatMatrix features, Parallel parallel) {
    FloatMatrix result = FloatMatrix.allocate(features.rows(), classNames.size());
    try (FloatMatrix scaled = standardizer.apply(features, parallel)) {
      network.predict(scaled, result, parallel);
    }
    temper(result);
    return result;
  }

  public FloatMatrix probabilities(FloatMatrix features, Parallel parallel) {
    return exp(logProbabilities(features, parallel));
  }

  /**
   * Probabilities, and into {@code embeddings} (rows × {@link #embeddingUnits}) the last hidden
   * layer: what the network makes of a row before it decides.
   */
  public FloatMatrix probabilities(
      FloatMatrix features, FloatMatrix embeddings, Parallel parallel) {
    FloatMatrix result = FloatMatrix.allocate(features.rows(), classNames.size());
    try (FloatMatrix scaled = standardizer.apply(features, parallel)) {
      network.predict(scaled, embeddings, result, parallel);
    }
    temper(result);
    return exp(result);
  }

  private static FloatMatrix exp(FloatMatrix logProbabilities) {
    try (PointerScope scope = Engine.scope()) {
      logProbabilities.tensor().exp_();
    }
    return logProbabilities;
  }

  /** How wide the last hidden layer is; fails where the network is linear and has none. */
  public int embeddingUnits() {
    if (network.hiddenUnits() == 0) {
      throw new BadInputException(
          "the model is linear and has no hidden layer to write: train one with --hidden.");
    }
    return network.hiddenUnits();
  }

  /** Log-probabilities are logits up to a constant a row. */
  private void temper(FloatMatrix logProbabilities) {
    if (temperature != NO_TEMPERATURE) {
      try (PointerScope scope = Engine.scope()) {
        Tensor logP = logProbabilities.tensor();
        torch.log_softmax_out(logP, logP.div_(new Scalar(temperature)), 1);
      }
    }
  }

  /** Predicts chunk after chunk, so that memory stays bounded; the sink gets probabilities. */
  public void predict(FloatMatrix features, Parallel parallel, Predictions.Sink sink) {
    for (int from = 0; from < features.rows(); from += ROWS_PER_CHUNK) {
      int to = Math.min(features.rows(), from + ROWS_PER_CHUNK);
      try (FloatMatrix chunk = features.slice(from, to);
          FloatMatrix probabilities = probabilities(chunk, parallel)) {
        sink.accept(from, probabilities);
      }
    }
  }

  /** Writes the folder, whole or not at all. */
  public void save(Path folder) {
    Description description =
        new Description(
            VERSION,
            classNames,
            networkOptions,
            schema,
            reading,
            new Scaling(
                standardizer.fill(),
                standardizer.mean(),
                standardizer.scale(),
                standardizer.constant()),
            temperature,
            provenance);
    WholeFiles.writeFolder(
        folder,
        temporary -> {
          Json.write(temporary.resolve(DESCRIPTION), description);
          WholeFiles.write(
              temporary.resolve(WEIGHTS),
              out -> SafeTensors.write(out, network.layers(), network.parameters()));
          ProtoMessage onnx =
              OnnxFile.of(network, standardizer, temperature, schema.featureNames(), classNames);
          if (onnx.length() > 0) {
            WholeFiles.write(temporary.resolve(ONNX), onnx::writeTo);
          }
        });
  }

  public static Model load(Path folder) {
    Path file = folder.resolve(DESCRIPTION);
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(
          folder
              + " is not a model folder (it has no "
              + DESCRIPTION
              + "): give the 'model' folder that kith train wrote.");
    }
    JsonNode json = Json.readTree(file);
    int version = json.path("version").asInt();
    if (version == 1 && json instanceof ObjectNode old) {
      modernize(old);
    } else if (version != VERSION) {
      throw new BadInputException(
          file
              + " is of version "
              + version
              + ", but this Kith reads versions 1 to "
              + VERSION
              + ": use the Kith that wrote it, or a newer one.");
    }
    Description d = Json.as(json, Description.class, file.toString());
    Standardizer standardizer =
        new Standardizer(
            d.standardizer.fill,
            d.standardizer.mean,
            d.standardizer.scale,
            d.standardizer.constant);
    DenseNetwork network =
        new DenseNetwork(standardizer.columns(), d.network, d.classes.size(), new Seed(0));
    SafeTensors.read(folder.resolve(WEIGHTS), network.layers(), network.parameters());
    return new Model(
        network,
        d.network,
        standardizer,
        d.schema,
        d.reading,
        d.classes,
        d.provenance,
        d.temperature);
  }

  /** Says what went without saying in version 1. */
  private static void modernize(ObjectNode description) {
    description.put("temperature", NO_TEMPERATURE);
    if (description.path("network") instanceof ObjectNode network) {
      network.putIfAbsent("activation", Json.tree(Activation.RELU));
      network.putIfAbsent("initialization", Json.tree(Initialization.HE));
    }
  }

  @Override
  public void close() {
    network.close();
  }

  private static void requireTemperature(double temperature) {
    if (!(temperature > 0 && temperature < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "temperature must be > 0 and finite, but was " + temperature);
    }
  }

  /** What {@code model.json} holds. */
  private record Description(
      int version,
      List<String> classes,
      NetworkOptions network,
      Schema schema,
      ReadOptions reading,
      Scaling standardizer,
      double temperature,
      Provenance provenance) {
    private Description {
      requireTemperature(temperature);
    }
  }

  private record Scaling(float[] fill, double[] mean, double[] scale, boolean[] constant) {}
}
