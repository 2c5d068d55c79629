package io.kith.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of this process, which other work on the machine does not count into. */
final class CpuTime {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private CpuTime() {}

  /** All threads together. */
  static long nanos() {
    return SYSTEM.getProcessCpuTime();
  }
}
