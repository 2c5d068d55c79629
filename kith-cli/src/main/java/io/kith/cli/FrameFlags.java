package io.kith.cli;

import io.kith.base.BadInputException;
import io.kith.speech.FramesOptions;
import io.kith.speech.PhoneSet;
import picocli.CommandLine.Option;

/** How the utterances of a speech corpus become frames. */
final class FrameFlags {
  @Option(
      names = "--phones",
      paramLabel = "N",
      defaultValue = "39",
      description = "For speech: phone set of 61, 48 or 39 (default).")
  private int phones;

  @Option(
      names = "--skip-bad",
      description = "For speech: leave out utterances that cannot be read, and count them.")
  private boolean skipBad;

  private PhoneSet phoneSet() {
    return switch (phones) {
      case 61 -> PhoneSet.SIXTY_ONE;
      case 48 -> PhoneSet.FORTY_EIGHT;
      case 39 -> PhoneSet.THIRTY_NINE;
      default ->
          throw new BadInputException("--phones must be 61, 48 or 39, but was " + phones + ".");
    };
  }

  FramesOptions options() {
    return FramesOptions.defaults().withPhones(phoneSet()).withSkipBad(skipBad);
  }
}
