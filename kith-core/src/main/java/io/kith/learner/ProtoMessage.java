package io.kith.learner;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A message in the wire format of Protocol Buffers, put together field by field and written once.
 *
 * <p>Only what an ONNX file needs. A nested message must say its length before its content, so
 * large fields announce theirs and are asked for their bytes only when the message is written.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">The encoding</a>
 */
final class ProtoMessage {
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;

  private final List<Part> parts = new ArrayList<>();
  private long length;

  /** Bytes of a known number, written when they are due. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private record Part(long length, Content content) {}

  long length() {
    return length;
  }

  ProtoMessage number(int field, long value) {
    add(varint((long) field << 3 | VARINT));
    return add(varint(value));
  }

  ProtoMessage text(int field, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return content(field, bytes.length, out -> out.write(bytes));
  }

  /** Takes the nested message as it is now; fields added to it later would be lost. */
  ProtoMessage message(int field, ProtoMessage nested) {
    return content(field, nested.length, nested::writeTo);
  }

  ProtoMessage content(int field, long bytes, Content content) {
    add(varint((long) field << 3 | LENGTH_DELIMITED));
    add(varint(bytes));
    parts.add(new Part(bytes, content));
    length += bytes;
    return this;
  }

  void writeTo(OutputStream out) throws IOException {
    for (Part part : parts) {
      part.content.writeTo(out);
    }
  }

  private ProtoMessage add(byte[] bytes) {
    parts.add(new Part(bytes.length, out -> out.write(bytes)));
    length += bytes.length;
    return this;
  }

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  private static byte[] varint(long value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
    return bytes.toByteArray();
  }
}
