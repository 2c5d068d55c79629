package io.kith.speech.synthesis;

import io.kith.base.Parallel;
import io.kith.base.Seed;

/**
 * Where sentences are spoken and recorded: from words to samples with their true and written
 * boundaries.
 *
 * <p>Immutable; threads may share it.
 */
final class Studio {
  private static final int BABBLERS = 6;
  private static final int BABBLE_SAMPLES = 30 * Timing.SAMPLE_RATE;

  private final Grammar grammar = new Grammar();
  private final Conditions conditions;
  private final Surroundings surroundings;
  private final Seed seed;

  Studio(Conditions conditions, Seed seed, Parallel parallel) {
    this.conditions = conditions;
    this.seed = seed;
    float[] babble = conditions.babble() > 0 ? babble(parallel) : new float[0];
    this.surroundings = new Surroundings(conditions, babble);
  }

  /** A finished recording. */
  record Recording(Sentence sentence, Timing timing, int[] labelEnds, short[] samples) {}

  Speaker speaker(int number) {
    return new Speaker(number, conditions, seed);
  }

  Room room(int speakerNumber) {
    return new Room(conditions, new Dice(seed.derive("room").derive(speakerNumber)));
  }

  /** Lets a speaker say a sentence of the training or the test texts. */
  Recording record(Speaker speaker, Room room, boolean test, Seed utterance) {
    Sentence sentence = grammar.sentence(test, new Dice(utterance.derive("text")));
    Timing timing = timing(sentence, speaker, utterance);
    float[] sound = room.hear(speak(sentence, timing, speaker, utterance));
    surroundings.addTo(sound, new Dice(utterance.derive("noise")));
    return new Recording(
        sentence,
        timing,
        labelEnds(timing, new Dice(utterance.derive("labels"))),
        samples(sound, new Dice(utterance.derive("level"))));
  }

  private static Timing timing(Sentence sentence, Speaker speaker, Seed utterance) {
    Pronouncer pronouncer = new Pronouncer(speaker, new Dice(utterance.derive("phones")));
    return new Timing(
        pronouncer.pronounce(sentence), speaker, new Dice(utterance.derive("timing")));
  }

  private float[] speak(Sentence sentence, Timing timing, Speaker speaker, Seed utterance) {
    Tracks tracks =
        new Tracks(
            timing, speaker, conditions, sentence.question(), new Dice(utterance.derive("tracks")));
    return new Voice(speaker, new Dice(utterance.derive("voice"))).speak(tracks, timing.length());
  }

  /** Boundaries as a hurried labeller would set them: a little off, never out of order. */
  private int[] labelEnds(Timing timing, Dice dice) {
    int[] ends = new int[timing.size()];
    for (int i = 0; i < ends.length; i++) {
      int shift = (int) Math.round(conditions.labelJitter() * Timing.SAMPLE_RATE * dice.normal());
      int shortest = (i == 0 ? 0 : ends[i - 1]) + 32;
      ends[i] = Math.max(shortest, timing.end(i) + shift);
    }
    ends[ends.length - 1] = Math.max(ends[Math.max(0, ends.length - 2)] + 1, timing.length());
    return ends;
  }

  private static short[] samples(float[] sound, Dice dice) {
    double level = StrictMath.exp(dice.between(StrictMath.log(700), StrictMath.log(2500)));
    double gain = level / Math.max(1e-9, Surroundings.rms(sound, 0, sound.length));
    short[] samples = new short[sound.length];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (short) Math.max(-32768, Math.min(32767, Math.round(gain * sound[i])));
    }
    return samples;
  }

  /** Several people who talk without pause, added up. */
  private float[] babble(Parallel parallel) {
    float[][] voices = new float[BABBLERS][BABBLE_SAMPLES];
    Seed babbling = seed.derive("babble");
    parallel.run(
        BABBLERS,
        b -> {
          Speaker speaker = new Speaker(b, conditions, babbling);
          int at = 0;
          for (int s = 0; at < BABBLE_SAMPLES; s++) {
            Seed utterance = babbling.derive(b).derive(s);
            Sentence sentence = grammar.sentence(false, new Dice(utterance.derive("text")));
            Timing timing = timing(sentence, speaker, utterance);
            float[] sound = speak(sentence, timing, speaker, utterance);
            int count = Math.min(sound.length, BABBLE_SAMPLES - at);
            System.arraycopy(sound, 0, voices[b], at, count);
            at += count;
          }
        });
    float[] sum = new float[BABBLE_SAMPLES];
    for (float[] voice : voices) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += voice[i];
      }
    }
    return sum;
  }
}
