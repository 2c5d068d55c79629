package io.kith.partition;

import io.kith.base.BadInputException;
import io.kith.base.WholeFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * METIS's own form of a partition: a text file whose line i holds the number of row i's block.
 *
 * <p>METIS may leave blocks empty; their numbers are closed up when a file is read.
 */
final class PartText {
  private PartText() {}

  static void write(Path file, int[] blockOfRow) {
    WholeFiles.write(
        file,
        out -> {
          for (int block : blockOfRow) {
            out.write((block + "\n").getBytes(StandardCharsets.US_ASCII));
          }
        });
  }

  static int[] read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new BadInputException("there is no file " + file + ".");
    }
    int[] blocks = new int[1024];
    int count = 0;
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (count == blocks.length) {
          blocks = Arrays.copyOf(blocks, 2 * count);
        }
        blocks[count++] = block(file, count, line.strip());
      }
    } catch (IOException e) {
      throw new BadInputException("cannot read " + file + " (" + e.getMessage() + ").", e);
    }
    return closedUp(Arrays.copyOf(blocks, count));
  }

  private static int block(Path file, int line, String text) {
    try {
      int block = Integer.parseInt(text);
      if (block >= 0) {
        return block;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new BadInputException(
        file + ", line " + line + ": a block's number must stand here, but it was '" + text + "'.");
  }

  /** The same blocks numbered without gaps, in the same order. */
  private static int[] closedUp(int[] blocks) {
    int[] sorted = Arrays.stream(blocks).sorted().distinct().toArray();
    int[] numbers = new int[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      numbers[i] = Arrays.binarySearch(sorted, blocks[i]);
    }
    return numbers;
  }
}
