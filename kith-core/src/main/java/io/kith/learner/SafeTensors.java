package io.kith.learner;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.engine.FloatMatrix;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A network's parameters as a {@code .safetensors} file: the length of a JSON header, the header,
 * then the numbers.
 *
 * <p>Layer l is stored as {@code layers.l.weight}, one row for each output as PyTorch's {@code
 * Linear} wants it, and {@code layers.l.bias}.
 */
final class SafeTensors {
  private static final int LONGEST_HEADER = 100_000_000;

  private SafeTensors() {}

  static void write(OutputStream out, Layers layers, FloatMatrix parameters) throws IOException {
    Map<String, Object> header = new LinkedHashMap<>();
    long at = 0;
    for (int l = 0; l < layers.count(); l++) {
      at = describe(header, weightName(l), List.of(layers.outputs(l), layers.inputs(l)), at);
      at = describe(header, biasName(l), List.of(layers.outputs(l)), at);
    }
    byte[] json = Json.tree(header).toString().getBytes(StandardCharsets.UTF_8);
    int padded = (json.length + 7) / 8 * 8;
    ByteBuffer front = ByteBuffer.allocate(8 + padded).order(ByteOrder.LITTLE_ENDIAN);
    front.putLong(padded).put(json);
    while (front.hasRemaining()) {
      front.put((byte) ' ');
    }
    out.write(front.array());
    for (int l = 0; l < layers.count(); l++) {
      int inputs = layers.inputs(l);
      int outputs = layers.outputs(l);
      ByteBuffer row =
          ByteBuffer.allocate(4 * Math.max(inputs, outputs)).order(ByteOrder.LITTLE_ENDIAN);
      for (int o = 0; o < outputs; o++) {
        row.clear();
        for (int i = 0; i < inputs; i++) {
          row.putFloat(parameters.get(0, weightAt(layers, l, i, o)));
        }
        out.write(row.array(), 0, row.position());
      }
      row.clear();
      for (int o = 0; o < outputs; o++) {
        row.putFloat(parameters.get(0, Math.toIntExact(layers.biasAt(l)) + o));
      }
      out.write(row.array(), 0, row.position());
    }
  }

  static void read(Path file, Layers layers, FloatMatrix parameters) {
    try (InputStream stream = Files.newInputStream(file);
        DataInputStream in =
            new DataInputStream(new java.io.BufferedInputStream(stream, 1 << 16))) {
      long length = Long.reverseBytes(in.readLong());
      if (length < 2 || length > LONGEST_HEADER) {
        throw foreign(file);
      }
      JsonNode header = Json.parse(new String(in.readNBytes((int) length), StandardCharsets.UTF_8));
      long at = 0;
      for (int l = 0; l < layers.count(); l++) {
        at = require(file, header, weightName(l), List.of(layers.outputs(l), layers.inputs(l)), at);
        at = require(file, header, biasName(l), List.of(layers.outputs(l)), at);
      }
      if (Files.size(file) != 8 + length + at) {
        throw new BadInputException(
            file
                + " is cut off or too long ("
                + Files.size(file)
                + " bytes instead of "
                + (8 + length + at)
                + "): train the model again.");
      }
      for (int l = 0; l < layers.count(); l++) {
        for (int o = 0; o < layers.outputs(l); o++) {
          for (int i = 0; i < layers.inputs(l); i++) {
            parameters.set(0, weightAt(layers, l, i, o), readFloat(in));
          }
        }
        for (int o = 0; o < layers.outputs(l); o++) {
          parameters.set(0, Math.toIntExact(layers.biasAt(l)) + o, readFloat(in));
        }
      }
    } catch (java.io.EOFException | java.nio.file.NoSuchFileException e) {
      throw new BadInputException(file + " is missing or cut off: train the model again.", e);
    } catch (IOException e) {
      throw new BadInputException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static int weightAt(Layers layers, int layer, int input, int output) {
    return Math.toIntExact(layers.weightsAt(layer) + (long) input * layers.outputs(layer) + output);
  }

  private static float readFloat(DataInputStream in) throws IOException {
    return Float.intBitsToFloat(Integer.reverseBytes(in.readInt()));
  }

  private static long describe(
      Map<String, Object> header, String name, List<Integer> shape, long at) {
    long end = at + bytes(shape);
    Map<String, Object> tensor = new LinkedHashMap<>(); // Map.of has another order in every process
    tensor.put("dtype", "F32");
    tensor.put("shape", shape);
    tensor.put("data_offsets", List.of(at, end));
    header.put(name, tensor);
    return end;
  }

  private static long require(
      Path file, JsonNode header, String name, List<Integer> shape, long at) {
    JsonNode entry = header.path(name);
    long end = at + bytes(shape);
    boolean fits =
        entry.path("dtype").asText().equals("F32")
            && entry.path("shape").equals(Json.tree(shape))
            && entry.path("data_offsets").path(0).asLong(-1) == at
            && entry.path("data_offsets").path(1).asLong(-1) == end;
    if (!fits) {
      throw new BadInputException(
          file
              + " does not hold the network of its model.json ('"
              + name
              + "' of shape "
              + shape
              + " is not where it should be): use the two files of one model.");
    }
    return end;
  }

  private static long bytes(List<Integer> shape) {
    long bytes = 4;
    for (int length : shape) {
      bytes *= length;
    }
    return bytes;
  }

  private static String weightName(int layer) {
    return "layers." + layer + ".weight";
  }

  private static String biasName(int layer) {
    return "layers." + layer + ".bias";
  }

  private static BadInputException foreign(Path file) {
    return new BadInputException(file + " is not a safetensors file: use one that Kith wrote.");
  }
}
