package io.kith.speech;

import io.kith.base.WholeFiles;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;

/**
 * Draws sound so that it can be read: time to the right, pitch upwards, loud parts dark.
 *
 * <p>Windows of 6 ms every millisecond, short enough to show single pulses of the voice and the
 * bursts of stops; the upper 60 dB are shown. Phones are written below where a segmentation is
 * given.
 */
public final class Spectrogram {
  private static final int SIZE = 512;
  private static final double WINDOW_SECONDS = 0.006;
  private static final int COLUMNS_PER_SECOND = 500;
  private static final int ROWS_PER_BIN = 1;
  private static final int FOOT = 34;
  private static final double RANGE_DB = 60;

  private Spectrogram() {}

  /** Writes a PNG image of a sound at 16 kHz with its phones. */
  public static void write(Path png, Audio audio, Segmentation segments) {
    BufferedImage image = image(audio.at(Segmentation.SAMPLE_RATE));
    annotate(image, segments);
    WholeFiles.write(png, out -> ImageIO.write(image, "png", out));
  }

  private static BufferedImage image(Audio audio) {
    int width = (int) (audio.seconds() * COLUMNS_PER_SECOND);
    double[][] levels = levels(audio.samples(), width);
    double top = Arrays.stream(levels).flatMapToDouble(Arrays::stream).max().orElse(0);
    int height = SIZE / 2 * ROWS_PER_BIN;
    BufferedImage image = new BufferedImage(width, height + FOOT, BufferedImage.TYPE_BYTE_GRAY);
    for (int x = 0; x < width; x++) {
      for (int y = 0; y < height; y++) {
        double below = (top - levels[x][y / ROWS_PER_BIN]) / RANGE_DB;
        int gray = (int) (255 * Math.max(0, Math.min(1, below)));
        image.setRGB(x, height - 1 - y, new Color(gray, gray, gray).getRGB());
      }
    }
    return image;
  }

  /** Power in dB of each column and bin, with the pre-emphasis of {@link Mfcc}. */
  private static double[][] levels(float[] x, int width) {
    FourierTransform fourier = new FourierTransform(SIZE);
    int window = (int) (WINDOW_SECONDS * Segmentation.SAMPLE_RATE);
    double[] spectrum = new double[SIZE];
    double[] power = new double[SIZE / 2 + 1];
    double[][] levels = new double[width][SIZE / 2];
    for (int column = 0; column < width; column++) {
      int start = column * Segmentation.SAMPLE_RATE / COLUMNS_PER_SECOND - window / 2;
      Arrays.fill(spectrum, 0);
      for (int t = 0; t < window; t++) {
        int at = start + t;
        if (at >= 1 && at < x.length) {
          double hann = 0.5 - 0.5 * Math.cos(2 * Math.PI * t / (window - 1));
          spectrum[t] = hann * (x[at] - 0.97 * x[at - 1]);
        }
      }
      fourier.forward(spectrum);
      fourier.power(spectrum, power);
      for (int k = 0; k < SIZE / 2; k++) {
        levels[column][k] = 10 * Math.log10(1 + power[k]);
      }
    }
    return levels;
  }

  private static void annotate(BufferedImage image, Segmentation segments) {
    Graphics2D pen = image.createGraphics();
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    int line = image.getHeight() - FOOT;
    pen.setColor(Color.WHITE);
    pen.fillRect(0, line, image.getWidth(), FOOT);
    pen.setColor(Color.BLACK);
    pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    double scale = (double) COLUMNS_PER_SECOND / Segmentation.SAMPLE_RATE;
    for (int i = 0; i < segments.size(); i++) {
      int x = (int) (segments.start(i) * scale);
      pen.drawLine(x, line, x, line + 6);
      int baseline = i % 2 == 0 ? line + 18 : line + 31; // neighbours on two lines: no overlap
      pen.drawString(PhoneSet.symbol(segments.phone(i)), x + 2, baseline);
    }
    pen.dispose();
  }
}
