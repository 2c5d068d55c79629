package io.kith.speech.synthesis;

/**
 * How large a synthetic corpus is and how hard.
 *
 * @param speakers in all, for training and test
 * @param sentences of each speaker; TIMIT has 8 besides the two that everyone says
 * @param testShare the share of speakers that go to TEST; TIMIT has 168 of 630
 * @param conditions noise, room and speakers
 */
public record SynthesisOptions(
    int speakers, int sentences, double testShare, Conditions conditions) {

  public SynthesisOptions {
    if (speakers < 3 || speakers > 100_000) {
      throw new IllegalArgumentException(
          "speakers must be within 3..100000 (one each to train, develop and test), but was "
              + speakers);
    }
    if (sentences < 1 || sentences > 1000) {
      throw new IllegalArgumentException("sentences must be within 1..1000, but was " + sentences);
    }
    if (!(testShare > 0 && testShare < 1)) {
      throw new IllegalArgumentException(
          "testShare must be above 0 and below 1, but was " + testShare);
    }
  }

  /** 40 speakers as hard as TIMIT's. */
  public static SynthesisOptions defaults() {
    return new SynthesisOptions(40, 8, 168.0 / 630, Conditions.timitLike());
  }

  /** How many of the speakers go to TEST: at least two, and one stays for training. */
  public int testSpeakers() {
    int wished = (int) Math.round(speakers * testShare);
    return Math.max(2, Math.min(speakers - 1, wished));
  }

  public SynthesisOptions withSpeakers(int speakers) {
    return new SynthesisOptions(speakers, sentences, testShare, conditions);
  }

  public SynthesisOptions withSentences(int sentences) {
    return new SynthesisOptions(speakers, sentences, testShare, conditions);
  }

  public SynthesisOptions withTestShare(double testShare) {
    return new SynthesisOptions(speakers, sentences, testShare, conditions);
  }

  public SynthesisOptions withConditions(Conditions conditions) {
    return new SynthesisOptions(speakers, sentences, testShare, conditions);
  }
}
