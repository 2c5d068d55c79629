package io.kith.base;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Collects what an artefact was made from into a short text that changes when any of it changes
 * (SHA-256, the first 128 bits).
 *
 * <p>Every value is preceded by its length, so ("ab", "c") and ("a", "bc") differ. Not for sharing
 * between threads.
 */
public final class Fingerprint {
  private static final int BLOCK = 1 << 14;

  private final MessageDigest digest;
  private final ByteBuffer buffer = ByteBuffer.allocate(4 * BLOCK).order(ByteOrder.LITTLE_ENDIAN);

  public Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  public Fingerprint add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    digest.update(bytes);
    return this;
  }

  public Fingerprint add(long number) {
    buffer.clear();
    buffer.putLong(number);
    flush();
    return this;
  }

  public Fingerprint add(int[] values) {
    add(values.length);
    for (int from = 0; from < values.length; from += BLOCK) {
      buffer.clear();
      buffer.asIntBuffer().put(values, from, Math.min(BLOCK, values.length - from));
      buffer.position(4 * Math.min(BLOCK, values.length - from));
      flush();
    }
    return this;
  }

  public Fingerprint add(float[] values) {
    add(values.length);
    for (int from = 0; from < values.length; from += BLOCK) {
      buffer.clear();
      buffer.asFloatBuffer().put(values, from, Math.min(BLOCK, values.length - from));
      buffer.position(4 * Math.min(BLOCK, values.length - from));
      flush();
    }
    return this;
  }

  /** Ends the collection: 32 hexadecimal digits. */
  public String text() {
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  private void flush() {
    digest.update(buffer.array(), 0, buffer.position());
  }
}
