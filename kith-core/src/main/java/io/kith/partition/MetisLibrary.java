package io.kith.partition;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import io.kith.base.BadInputException;

/**
 * The METIS library of the machine: found, checked and called.
 *
 * <p>METIS keeps its random numbers in a global of the process, so that calls take turns. Its table
 * of options is left at the defaults: the number of an option is not the same in METIS 5.1 and 5.2.
 */
final class MetisLibrary {
  private static final int OK = 1;
  private static final int OPTIONS = 40; // METIS_NOPTIONS, which no version has changed

  private final Function recursive;

  private MetisLibrary(Function recursive) {
    this.recursive = recursive;
  }

  /**
   * @throws BadInputException when METIS is not installed, or is not one that can be called
   */
  static MetisLibrary open() {
    NativeLibrary library = load("metis");
    Function recursive = library.getFunction("METIS_PartGraphRecursive");
    int bits = 8 * bytesOfAnOption(library.getFunction("METIS_SetDefaultOptions"));
    if (bits != 32) {
      throw new BadInputException(
          "the METIS library of this machine counts in "
              + bits
              + " bits, but 32 are needed: install Debian's libmetis5, or use --partitioner"
              + " multilevel.");
    }
    return new MetisLibrary(recursive);
  }

  static NativeLibrary load(String name) {
    try {
      return NativeLibrary.getInstance(name);
    } catch (UnsatisfiedLinkError e) {
      throw new BadInputException(
          "there is no METIS library on this machine: install it (apt install libmetis5, or brew"
              + " install metis), or use --partitioner multilevel.",
          e);
    }
  }

  /** METIS fills its options with -1; how many bytes that takes tells the width of its numbers. */
  private static int bytesOfAnOption(Function setDefaults) {
    byte[] options = new byte[4 * 8 * OPTIONS];
    setDefaults.invokeInt(new Object[] {options});
    int filled = 0;
    while (filled < options.length && options[filled] == -1) {
      filled++;
    }
    return filled / OPTIONS;
  }

  /** Cuts by recursive bisection; writes the block of each node. */
  void cut(int[] offsets, int[] neighbors, int[] weights, int blocks, int[] blockOf) {
    int status;
    synchronized (MetisLibrary.class) {
      status =
          recursive.invokeInt(
              new Object[] {
                new int[] {offsets.length - 1},
                new int[] {1}, // one constraint: the number of nodes
                offsets,
                neighbors,
                null,
                null,
                weights,
                new int[] {blocks},
                null,
                null,
                null,
                new int[1],
                blockOf
              });
    }
    if (status != OK) {
      throw new IllegalStateException("METIS gave up with status " + status);
    }
  }
}
