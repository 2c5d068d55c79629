package io.kith.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs kith commands inside the test and keeps what they print. */
final class Shell {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  int kith(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] args = new String[words.length];
    for (int i = 0; i < words.length; i++) {
      args[i] = words[i].toString();
    }
    return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
