package io.kith.reproduce;

import java.util.Locale;

/** How large a reproduction is. */
public enum Scale {
  /** Minutes on two cores. */
  SMALL,
  /** A million frames and the paper's network. */
  PAPER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
