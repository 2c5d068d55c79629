package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AudioFileTest {
  private static final short[] SAMPLES = {0, 1, -2, 300, -32768, 32767};

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("SI1027.WAV");
  }

  @Test
  void sphereComesBackAsItWasWritten() throws IOException {
    SphereFile.write(file, SAMPLES, 16_000);
    assertReads(16_000);
    assertThat(Files.size(file)).isEqualTo(1024 + 12);
  }

  @Test
  void sphereIsReadInBothByteOrders() throws IOException {
    write(sphere(1024, "01", "", 6, 1), samples(ByteOrder.LITTLE_ENDIAN));
    assertReads(8_000);
    write(sphere(1024, "10", "", 6, 1), samples(ByteOrder.BIG_ENDIAN));
    assertReads(8_000);
  }

  @Test
  void commentsOfASphereHeaderAreOverread() throws IOException {
    write(
        sphere(512, "01", "; a comment\nspeaker_id -s5 fcjf0\n", 6, 1),
        samples(ByteOrder.LITTLE_ENDIAN));
    assertReads(8_000);
  }

  @Test
  void riffIsReadInBothByteOrdersAndPastOtherChunks() throws IOException {
    Files.write(file, riff(ByteOrder.LITTLE_ENDIAN, 1, 1, 16, 12));
    assertReads(22_050);
    Files.write(file, riff(ByteOrder.BIG_ENDIAN, 1, 1, 16, 12));
    assertReads(22_050);
  }

  @Test
  void truncatedAudioSaysWhereItEnds() throws IOException {
    write(sphere(1024, "01", "", 600, 1), samples(ByteOrder.LITTLE_ENDIAN));
    assertRefused("SI1027.WAV ends at byte 1036, after 6 of the 600 samples");
    Files.write(file, riff(ByteOrder.LITTLE_ENDIAN, 1, 1, 16, 400));
    assertRefused("after 6 of the 200 samples");
  }

  @Test
  void audioWithoutSamplesIsRefused() throws IOException {
    write(sphere(1024, "01", "", 0, 1), new byte[0]);
    assertRefused("no samples after byte 1024");
  }

  @Test
  void anEmptyFileIsRefused() throws IOException {
    Files.write(file, new byte[0]);
    assertRefused("is empty");
  }

  @Test
  void aFileThatIsNoAudioIsRefused() throws IOException {
    Files.writeString(file, "ID3 and something else", StandardCharsets.US_ASCII);
    assertRefused("neither with NIST_1A nor with RIFF");
  }

  @Test
  void aMissingFileIsRefused() {
    assertRefused("is not there");
  }

  @Test
  void aWrongHeaderSizeIsRefused() throws IOException {
    write("NIST_1A\n   9999\nend_head\n".getBytes(StandardCharsets.US_ASCII), new byte[40]);
    assertRefused("at byte 8: the header's size is given as 9999 bytes, but the file has 65");
    write("NIST_1A\n   huge\nend_head\n".getBytes(StandardCharsets.US_ASCII), new byte[40]);
    assertRefused("line 2 should be the size of the header, but is 'huge'");
    byte[] cut = new byte[64];
    System.arraycopy(sphere(1024, "01", "", 6, 1), 0, cut, 0, 64);
    cut[11] = ' ';
    cut[12] = ' ';
    cut[13] = '6';
    cut[14] = '4';
    write(cut, new byte[40]);
    assertRefused("broken SPHERE header");
  }

  @Test
  void compressedSphereNamesTheWayOut() throws IOException {
    write(
        sphere(1024, "01", "sample_coding -s26 pcm,embedded-shorten-v2.00\n", 6, 1), new byte[12]);
    assertRefused("is compressed (sample_coding pcm,embedded-shorten-v2.00 in its header): unpack");
    write(sphere(1024, "01", "sample_coding -s4 ulaw\n", 6, 1), new byte[12]);
    assertRefused("has sample_coding ulaw");
  }

  @Test
  void stereoIsRefused() throws IOException {
    write(sphere(1024, "01", "", 3, 2), samples(ByteOrder.LITTLE_ENDIAN));
    assertRefused("has 2 channels");
    Files.write(file, riff(ByteOrder.LITTLE_ENDIAN, 1, 2, 16, 12));
    assertRefused("has 2 channels");
  }

  @Test
  void samplesOfAnotherKindAreRefused() throws IOException {
    Files.write(file, riff(ByteOrder.LITTLE_ENDIAN, 3, 1, 32, 12));
    assertRefused("holds 32-bit samples of coding 3");
    write(sphere(1024, "1", "", 6, 1), new byte[12]);
    assertRefused("sample_byte_format should be 01 or 10, but is '1'");
  }

  @Test
  void brokenRiffIsRefusedWithItsPlace() throws IOException {
    byte[] whole = riff(ByteOrder.LITTLE_ENDIAN, 1, 1, 16, 12);
    for (int length = 4; length < whole.length; length++) {
      Files.write(file, java.util.Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> AudioFile.read(file))
          .as("cut after %d bytes", length)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("byte");
    }
  }

  private void assertReads(int rate) {
    Audio audio = AudioFile.read(file);
    assertThat(audio.sampleRate()).isEqualTo(rate);
    assertThat(audio.samples()).containsExactly(0, 1, -2, 300, -32768, 32767);
  }

  private void assertRefused(String part) {
    assertThatThrownBy(() -> AudioFile.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(part)
        .hasMessageMatching("[^\n]*\\.");
  }

  private void write(byte[] header, byte[] data) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(header.length + data.length).put(header).put(data);
    Files.write(file, all.array());
  }

  private static byte[] sphere(int size, String order, String more, int count, int channels) {
    String text =
        "NIST_1A\n   %d\nsample_count -i %d\nsample_rate -i 8000\nchannel_count -i %d\n"
                .formatted(size, count, channels)
            + "sample_n_bytes -i 2\nsample_byte_format -s2 "
            + order
            + "\n"
            + more
            + "end_head\n";
    byte[] header = new byte[size];
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, header, 0, ascii.length);
    return header;
  }

  private static byte[] samples(ByteOrder order) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * SAMPLES.length).order(order);
    bytes.asShortBuffer().put(SAMPLES);
    return bytes.array();
  }

  private static byte[] riff(ByteOrder order, int coding, int channels, int bits, int dataSize) {
    ByteBuffer out = ByteBuffer.allocate(68).order(order);
    out.put(
        (order == ByteOrder.LITTLE_ENDIAN ? "RIFF" : "RIFX").getBytes(StandardCharsets.US_ASCII));
    out.putInt(60).put("WAVELIST".getBytes(StandardCharsets.US_ASCII)).putInt(3);
    out.put(new byte[] {'a', 'b', 'c', 0}); // an odd size is padded
    out.put("fmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    out.putShort((short) coding).putShort((short) channels).putInt(22_050).putInt(44_100);
    out.putShort((short) 2).putShort((short) bits);
    out.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(dataSize).put(samples(order));
    return out.array();
  }
}
