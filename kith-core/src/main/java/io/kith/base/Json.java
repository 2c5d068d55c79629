package io.kith.base;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * JSON as Kith reads and writes it: records by the names of their components, choices by the words
 * users know, an unknown key an error that lists the known ones.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET) // WholeFiles closes what it opened
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(JsonParser.Feature.ALLOW_COMMENTS)
          .build();

  private Json() {}

  public static void write(Path file, Object value) {
    WholeFiles.write(file, out -> MAPPER.writeValue(out, value));
  }

  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this value has no JSON form: " + value, e);
    }
  }

  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Reads JSON text; an empty object when it is none. */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MAPPER.createObjectNode();
    }
  }

  /**
   * Reads JSON text, or says what is wrong with it.
   *
   * @param where what the text was given by, for the error text
   */
  public static JsonNode parse(String text, String where) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw notJson(where, e);
    }
  }

  private static BadInputException notJson(String where, JacksonException e) {
    return new BadInputException(
        where
            + " is not JSON (line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr()
            + "): mend or replace it.",
        e);
  }

  /** Every plain value of a tree by its dotted path; a list counts as one value. */
  public static Map<String, String> leaves(JsonNode tree) {
    Map<String, String> leaves = new LinkedHashMap<>();
    leaves("", tree, leaves);
    return leaves;
  }

  private static void leaves(String path, JsonNode node, Map<String, String> into) {
    if (!node.isObject()) {
      into.put(path, node.isValueNode() ? node.asText() : node.toString());
      return;
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      leaves(path.isEmpty() ? field.getKey() : path + "." + field.getKey(), field.getValue(), into);
    }
  }

  public static JsonNode readTree(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new BadInputException("there is no file " + file + ": check the path.");
    }
    try {
      return MAPPER.readTree(file.toFile());
    } catch (JacksonException e) {
      throw notJson(file.toString(), e);
    } catch (IOException e) {
      throw new BadInputException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Makes a value out of a tree.
   *
   * @param where what the tree was read from, for the error text
   */
  public static <T> T as(JsonNode tree, Class<T> type, String where) {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (UnrecognizedPropertyException e) {
      String known =
          e.getKnownPropertyIds().stream()
              .map(String::valueOf)
              .sorted()
              .collect(Collectors.joining(", "));
      throw new BadInputException(
          where + ": unknown key '" + path(e) + "'; known there: " + known + ".", e);
    } catch (InvalidFormatException e) {
      throw new BadInputException(
          where
              + ": '"
              + path(e)
              + "' cannot be '"
              + e.getValue()
              + "'"
              + choices(e.getTargetType())
              + ".",
          e);
    } catch (JsonMappingException e) {
      Throwable cause = e.getCause();
      String reason =
          cause instanceof IllegalArgumentException ? cause.getMessage() : e.getOriginalMessage();
      String at = e.getPath().isEmpty() ? "" : "'" + path(e) + "': ";
      throw new BadInputException(where + ": " + at + reason + ".", e);
    } catch (JsonProcessingException e) {
      throw new BadInputException(where + ": " + e.getOriginalMessage() + ".", e);
    }
  }

  public static <T> T read(Path file, Class<T> type) {
    return as(readTree(file), type, file.toString());
  }

  private static String path(JsonMappingException e) {
    return e.getPath().stream()
        .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
        .collect(Collectors.joining("."));
  }

  private static String choices(Class<?> type) {
    if (!type.isEnum()) {
      return "";
    }
    return "; it is one of "
        + Arrays.stream(type.getEnumConstants())
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
  }
}
