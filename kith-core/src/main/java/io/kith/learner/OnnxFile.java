package io.kith.learner;

import io.kith.base.Json;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/**
 * A model as an ONNX graph of opset {@value #OPSET}, from features as they come from a file to
 * probabilities.
 *
 * <pre>
 *   features float [N, d]  →  log_probabilities float [N, C],  probabilities float [N, C]
 * </pre>
 *
 * <p>The graph fills missing values (NaN), standardises in double as {@link Standardizer} does,
 * goes through the layers and divides the logits by the temperature. The names of classes and
 * features stand in the file's metadata, as JSON. Weights are streamed from the network's own
 * buffer.
 *
 * @see <a href="https://github.com/onnx/onnx/blob/main/onnx/onnx.proto">The fields by number</a>
 */
final class OnnxFile {
  /** Read by ONNX Runtime 1.12 (2022) and later. */
  static final int OPSET = 17;

  private static final int IR_VERSION = 8;

  /** Readers of Protocol Buffers refuse more than 2 GiB. */
  private static final long LARGEST = Integer.MAX_VALUE;

  private static final int FLOAT = 1;
  private static final int BOOL = 9;
  private static final int DOUBLE = 11;
  private static final int BLOCK = 1 << 14;

  private final ProtoMessage graph = new ProtoMessage();

  private OnnxFile() {}

  /**
   * The file's content, or an empty message where the weights are more than a reader would take.
   */
  static ProtoMessage of(
      DenseNetwork network,
      Standardizer standardizer,
      double temperature,
      List<String> featureNames,
      List<String> classNames) {
    OnnxFile file = new OnnxFile();
    String scaled = file.standardize("features", standardizer);
    String logits = file.layers(scaled, network);
    file.scalar("temperature", (float) temperature);
    String tempered = file.node("Div", "tempered", logits, "temperature");
    file.node("LogSoftmax", "log_probabilities", List.of(integer("axis", 1)), tempered);
    file.node("Exp", "probabilities", "log_probabilities");
    file.graph
        .text(2, "kith")
        .message(11, value("features", network.inputs()))
        .message(12, value("probabilities", network.classes()))
        .message(12, value("log_probabilities", network.classes()));
    ProtoMessage model =
        new ProtoMessage()
            .number(1, IR_VERSION)
            .text(2, "kith")
            .message(7, file.graph)
            .message(8, new ProtoMessage().text(1, "").number(2, OPSET));
    Map<String, List<String>> names = Map.of("classes", classNames, "features", featureNames);
    for (String key : List.of("classes", "features")) {
      String json = Json.tree(names.get(key)).toString();
      model.message(14, new ProtoMessage().text(1, key).text(2, json));
    }
    return model.length() <= LARGEST ? model : new ProtoMessage();
  }

  /** (x − mean) / scale with gaps filled; constant features become 0. */
  private String standardize(String input, Standardizer standardizer) {
    int columns = standardizer.columns();
    ByteBuffer fill = littleEndian(Float.BYTES * columns);
    ByteBuffer mean = littleEndian(Double.BYTES * columns);
    ByteBuffer scale = littleEndian(Double.BYTES * columns);
    ByteBuffer constant = littleEndian(columns);
    fill.asFloatBuffer().put(standardizer.fill());
    mean.asDoubleBuffer().put(standardizer.mean());
    scale.asDoubleBuffer().put(standardizer.scale());
    for (boolean isConstant : standardizer.constant()) {
      constant.put((byte) (isConstant ? 1 : 0));
    }
    tensor("fill", FLOAT, fill, columns);
    tensor("mean", DOUBLE, mean, columns);
    tensor("scale", DOUBLE, scale, columns);
    node("IsNaN", "missing", input);
    node("Where", "filled", "missing", "fill", input);
    node("Cast", "wide", List.of(integer("to", DOUBLE)), "filled");
    node("Sub", "centered", "wide", "mean");
    node("Div", "scaled_wide", "centered", "scale");
    String scaled = node("Cast", "scaled", List.of(integer("to", FLOAT)), "scaled_wide");
    if (standardizer.constantCount() == 0) {
      return scaled;
    }
    tensor("constant", BOOL, constant, columns);
    scalar("zero", 0);
    return node("Where", "varying", "constant", "zero", scaled);
  }

  /** H_l = a(H_{l-1} W_l + b_l) with activation a; the last layer's output is left as it is. */
  private String layers(String input, DenseNetwork network) {
    Layers layers = network.layers();
    String below = input;
    for (int l = 0; l < layers.count(); l++) {
      String weight = "layers." + l + ".weight";
      String bias = "layers." + l + ".bias";
      parameters(weight, network, layers.weightsAt(l), layers.inputs(l), layers.outputs(l));
      parameters(bias, network, layers.biasAt(l), layers.outputs(l));
      below = node("Gemm", "layers." + l, below, weight, bias);
      if (l < layers.count() - 1) {
        below = node(operator(network.activation()), "hidden." + l, below);
      }
    }
    return below;
  }

  /** ONNX leaks 1/100 and its ELU tends to −1 by default, as ours do. */
  private static String operator(Activation activation) {
    return switch (activation) {
      case RELU -> "Relu";
      case LEAKY_RELU -> "LeakyRelu";
      case ELU -> "Elu";
      case TANH -> "Tanh";
    };
  }

  private String node(String operator, String output, String... inputs) {
    return node(operator, output, List.of(), inputs);
  }

  private String node(
      String operator, String output, List<ProtoMessage> attributes, String... inputs) {
    ProtoMessage node = new ProtoMessage();
    for (String input : inputs) {
      node.text(1, input);
    }
    node.text(2, output).text(3, output).text(4, operator);
    attributes.forEach(attribute -> node.message(5, attribute));
    graph.message(1, node);
    return output;
  }

  private static ProtoMessage integer(String name, int value) {
    return new ProtoMessage().text(1, name).number(3, value).number(20, 2); // 2: an integer
  }

  private void scalar(String name, float value) {
    tensor(name, FLOAT, littleEndian(Float.BYTES).putFloat(value));
  }

  private void tensor(String name, int type, ByteBuffer values, int... shape) {
    byte[] bytes = values.array();
    tensor(name, type, bytes.length, out -> out.write(bytes), shape);
  }

  private void parameters(String name, DenseNetwork network, long from, int... shape) {
    long count = 1;
    for (int size : shape) {
      count *= size;
    }
    int first = Math.toIntExact(from);
    int end = Math.toIntExact(from + count);
    FloatMatrix flat = network.parameters();
    tensor(name, FLOAT, Float.BYTES * count, out -> writeFloats(out, flat, first, end), shape);
  }

  private void tensor(
      String name, int type, long bytes, ProtoMessage.Content content, int... shape) {
    ProtoMessage tensor = new ProtoMessage();
    for (int size : shape) {
      tensor.number(1, size);
    }
    graph.message(5, tensor.number(2, type).text(8, name).content(9, bytes, content));
  }

  private static void writeFloats(OutputStream out, FloatMatrix flat, int from, int end)
      throws IOException {
    ByteBuffer block = littleEndian(Float.BYTES * BLOCK);
    for (int at = from; at < end; ) {
      block.clear();
      for (int stop = Math.min(end - at, BLOCK) + at; at < stop; at++) {
        block.putFloat(flat.get(0, at));
      }
      out.write(block.array(), 0, block.position());
    }
  }

  /** A float matrix of any number of rows. */
  private static ProtoMessage value(String name, int columns) {
    ProtoMessage shape =
        new ProtoMessage()
            .message(1, new ProtoMessage().text(2, "N"))
            .message(1, new ProtoMessage().number(1, columns));
    ProtoMessage type = new ProtoMessage().number(1, FLOAT).message(2, shape);
    return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, type));
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
