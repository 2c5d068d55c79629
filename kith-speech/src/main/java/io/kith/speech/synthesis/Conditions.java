package io.kith.speech.synthesis;

import io.kith.base.BadInputException;

/**
 * What makes synthetic speech as hard to recognise as real speech: noise, room, channel, and how
 * much speakers differ from each other and from themselves.
 *
 * @param lowSnr the noisiest utterance, in dB of speech over noise
 * @param highSnr the cleanest utterance
 * @param babble the largest share of the noise that is other people talking, 0..1
 * @param channel how unevenly a speaker's microphone hears 12 bands, standard deviation in dB
 * @param shortEcho the driest room, seconds until sound has died away by 60 dB; 0 for no room
 * @param longEcho the most reverberant room
 * @param warp how much speakers' vocal tracts differ in length beyond men and women, 0.05 for 5 %
 * @param sloppiness how far a formant strays from its target each time, 0.05 for 5 %
 * @param labelJitter how far a boundary of the transcription strays, standard deviation in seconds
 */
public record Conditions(
    double lowSnr,
    double highSnr,
    double babble,
    double channel,
    double shortEcho,
    double longEcho,
    double warp,
    double sloppiness,
    double labelJitter) {

  public Conditions {
    if (!(lowSnr <= highSnr)) {
      throw new IllegalArgumentException(
          "lowSnr must be at most highSnr, but they were " + lowSnr + " and " + highSnr);
    }
    requireWithin("babble", babble, 1);
    requireWithin("channel", channel, 30);
    requireWithin("longEcho", longEcho, 0.5);
    requireWithin("shortEcho", shortEcho, longEcho);
    requireWithin("warp", warp, 0.2);
    requireWithin("sloppiness", sloppiness, 0.3);
    requireWithin("labelJitter", labelJitter, 0.05);
  }

  /** A quiet studio and careful speakers. */
  public static Conditions easy() {
    return new Conditions(30, 45, 0, 1, 0, 0, 0.03, 0.03, 0.002);
  }

  /** As hard as TIMIT is for a network: see docs/speech.md for what was measured. */
  public static Conditions timitLike() {
    return new Conditions(15, 33, 0.4, 4, 0.15, 0.45, 0.10, 0.17, 0.006);
  }

  /** A bad line in a loud place. */
  public static Conditions hard() {
    return new Conditions(3, 18, 0.6, 6, 0.3, 0.5, 0.12, 0.20, 0.010);
  }

  /** The preset of a name: easy, timit-like or hard. */
  public static Conditions named(String preset) {
    return switch (preset) {
      case "easy" -> easy();
      case "timit-like" -> timitLike();
      case "hard" -> hard();
      default ->
          throw new BadInputException(
              "there is no preset '" + preset + "': choose easy, timit-like or hard.");
    };
  }

  public Conditions withSnr(double lowSnr, double highSnr) {
    return new Conditions(
        lowSnr, highSnr, babble, channel, shortEcho, longEcho, warp, sloppiness, labelJitter);
  }

  public Conditions withBabble(double babble) {
    return new Conditions(
        lowSnr, highSnr, babble, channel, shortEcho, longEcho, warp, sloppiness, labelJitter);
  }

  public Conditions withChannel(double channel) {
    return new Conditions(
        lowSnr, highSnr, babble, channel, shortEcho, longEcho, warp, sloppiness, labelJitter);
  }

  public Conditions withRoom(double shortEcho, double longEcho) {
    return new Conditions(
        lowSnr, highSnr, babble, channel, shortEcho, longEcho, warp, sloppiness, labelJitter);
  }

  public Conditions withWarp(double warp) {
    return new Conditions(
        lowSnr, highSnr, babble, channel, shortEcho, longEcho, warp, sloppiness, labelJitter);
  }

  public Conditions withSloppiness(double sloppiness) {
    return new Conditions(
        lowSnr, highSnr, babble, channel, shortEcho, longEcho, warp, sloppiness, labelJitter);
  }

  public Conditions withLabelJitter(double labelJitter) {
    return new Conditions(
        lowSnr, highSnr, babble, channel, shortEcho, longEcho, warp, sloppiness, labelJitter);
  }

  private static void requireWithin(String name, double value, double most) {
    if (!(value >= 0 && value <= most)) {
      throw new IllegalArgumentException(
          name + " must be within 0.." + most + ", but was " + value);
    }
  }
}
