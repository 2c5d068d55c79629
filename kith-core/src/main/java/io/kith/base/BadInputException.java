package io.kith.base;

/**
 * What a person handed in cannot be used: a file, a column, a setting.
 *
 * <p>The message is one plain sentence that says what is wrong, where, and the way out; the command
 * line prints it as it is and ends with exit code 2.
 */
public final class BadInputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public BadInputException(String sentence) {
    super(sentence);
  }

  public BadInputException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
