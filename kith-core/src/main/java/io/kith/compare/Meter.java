package io.kith.compare;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Time and memory of a piece of work.
 *
 * <p>Memory is what the process had resident at most. Linux keeps that mark and lets it be set
 * back; elsewhere it is not known. The heap is cleared first, lest one method answers for another's
 * garbage.
 */
final class Meter {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final Path RESET = Path.of("/proc/self/clear_refs");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESET_PEAK = "5";

  private final boolean peakKnown;
  private final long began;
  private final long cpuBegan;

  private Meter(boolean peakKnown) {
    this.peakKnown = peakKnown;
    began = System.nanoTime();
    cpuBegan = SYSTEM.getProcessCpuTime();
  }

  static Meter start() {
    System.gc();
    boolean peakKnown = false;
    try {
      Files.writeString(RESET, RESET_PEAK);
      peakKnown = true;
    } catch (IOException e) {
      // not Linux, or not allowed: the peak stays unknown
    }
    return new Meter(peakKnown);
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  double cpuSeconds() {
    return (SYSTEM.getProcessCpuTime() - cpuBegan) / 1e9;
  }

  /** 0 where it is not known. */
  long peakBytes() {
    if (!peakKnown) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // unknown, as where the mark could not be set back
    }
    return 0;
  }
}
