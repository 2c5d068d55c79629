package io.kith.speech;

/**
 * How a corpus becomes rows.
 *
 * @param mfcc how sound becomes numbers
 * @param phones which phones count as one class
 * @param normalized whether every value has mean 0 and variance 1 over each speaker
 * @param skipBad whether an utterance that cannot be used is left out and counted; otherwise it
 *     stops the reading
 */
public record FramesOptions(
    MfccOptions mfcc, PhoneSet phones, boolean normalized, boolean skipBad) {

  public static FramesOptions defaults() {
    return new FramesOptions(MfccOptions.defaults(), PhoneSet.THIRTY_NINE, true, false);
  }

  public FramesOptions withMfcc(MfccOptions mfcc) {
    return new FramesOptions(mfcc, phones, normalized, skipBad);
  }

  public FramesOptions withPhones(PhoneSet phones) {
    return new FramesOptions(mfcc, phones, normalized, skipBad);
  }

  public FramesOptions withNormalized(boolean normalized) {
    return new FramesOptions(mfcc, phones, normalized, skipBad);
  }

  public FramesOptions withSkipBad(boolean skipBad) {
    return new FramesOptions(mfcc, phones, normalized, skipBad);
  }
}
