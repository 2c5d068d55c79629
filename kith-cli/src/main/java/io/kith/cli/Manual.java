package io.kith.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the man pages and the completion script out of the commands' own descriptions. */
public final class Manual {
  private Manual() {}

  /** The folder that gets {@code man/man1/*.1} and {@code bash-completion/kith}. */
  public static void main(String[] folder) throws IOException {
    CommandLine kith =
        Main.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
    Path man = Files.createDirectories(Path.of(folder[0], "man", "man1"));
    page(kith, man);
    Path completion = Files.createDirectories(Path.of(folder[0], "bash-completion"));
    Files.writeString(completion.resolve("kith"), AutoComplete.bash("kith", kith));
  }

  private static void page(CommandLine command, Path folder) throws IOException {
    CommandSpec spec = command.getCommandSpec();
    String name = spec.qualifiedName("-");
    StringBuilder roff = new StringBuilder();
    roff.append(".TH ").append(name.toUpperCase(java.util.Locale.ROOT)).append(" 1\n");
    String[] description = spec.usageMessage().description();
    section(roff, "NAME", name + " \\- " + text(description.length == 0 ? "" : description[0]));
    section(roff, "SYNOPSIS", text(command.getHelp().synopsis(0).strip()));
    if (description.length > 1) {
      roff.append(".SH DESCRIPTION\n");
      for (String line : description) {
        roff.append(text(line)).append("\n.PP\n");
      }
    }
    if (!spec.positionalParameters().isEmpty()) {
      roff.append(".SH ARGUMENTS\n");
      for (PositionalParamSpec parameter : spec.positionalParameters()) {
        item(roff, parameter.paramLabel(), String.join(" ", parameter.description()));
      }
    }
    roff.append(".SH OPTIONS\n");
    for (OptionSpec option : spec.options()) {
      String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
      String meaning = String.join(" ", option.description());
      String byDefault = option.defaultValueString();
      item(
          roff,
          String.join(", ", option.names()) + value,
          meaning.replace("${DEFAULT-VALUE}", String.valueOf(byDefault)));
    }
    if (spec.usageMessage().footer().length > 0) {
      roff.append(".SH NOTES\n.nf\n");
      for (String line : spec.usageMessage().footer()) {
        roff.append(text(line)).append('\n');
      }
      roff.append(".fi\n");
    }
    Files.writeString(folder.resolve(name + ".1"), roff);
    for (CommandLine sub : command.getSubcommands().values()) {
      if (!sub.getCommandSpec().usageMessage().hidden()) {
        page(sub, folder);
      }
    }
  }

  private static void section(StringBuilder roff, String title, String body) {
    roff.append(".SH ").append(title).append('\n').append(body).append('\n');
  }

  private static void item(StringBuilder roff, String term, String meaning) {
    roff.append(".TP\n\\fB").append(text(term)).append("\\fR\n").append(text(meaning)).append('\n');
  }

  /** Text that roff does not take for commands. */
  private static String text(String plain) {
    String escaped = plain.replace("\\", "\\\\").replace("-", "\\-");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
