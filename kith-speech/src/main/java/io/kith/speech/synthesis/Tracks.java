package io.kith.speech.synthesis;

import io.kith.speech.PhoneSet;
import java.util.Arrays;

/**
 * What the vocal tract does every 5 ms of a sentence: formants, loudness of the sources, pitch.
 *
 * <p>Each sound pulls the formants towards its target while the tongue is slow: a formant at time t
 * is the mean of the targets around t, weighted by nearness and by how firmly each sound holds its
 * own (after Cohen and Massaro's dominance, 1993). Short vowels fall short of their targets, as
 * they do in people.
 */
final class Tracks {
  /** Samples from one frame of control values to the next. */
  static final int STEP = 80;

  private static final int REACH = 9; // frames of 5 ms that formants are smoothed over, one side

  final int frames;
  final double[][] formants;
  final double[] voice;
  final double[] breath;
  final double[] noise;
  final double[] peak;
  final double[] width;
  final double[] nose;
  final double[] zero;
  final double[] pitch;

  Tracks(Timing timing, Speaker speaker, Conditions conditions, boolean question, Dice dice) {
    this.frames = timing.length() / STEP + 2;
    this.formants = new double[3][frames];
    this.voice = new double[frames];
    this.breath = new double[frames];
    this.noise = new double[frames];
    this.peak = new double[frames];
    this.width = new double[frames];
    this.nose = new double[frames];
    this.zero = new double[frames];
    this.pitch = new double[frames];
    double[] hold = new double[frames];
    for (int i = 0; i < timing.size(); i++) {
      setTargets(timing, i, speaker, conditions.sloppiness(), hold, dice);
    }
    int reach = (int) Math.round(REACH * speaker.glide());
    for (double[] formant : formants) {
      smooth(formant, hold, reach);
    }
    double[] even = new double[frames];
    Arrays.fill(even, 1);
    smooth(voice, even, 2);
    smooth(breath, even, 2);
    smooth(nose, even, 5);
    shapeBursts(timing);
    smooth(noise, even, 1);
    setPitch(timing, speaker, question, dice);
  }

  private void setTargets(
      Timing timing, int i, Speaker speaker, double sloppiness, double[] hold, Dice dice) {
    int phone = timing.phone(i);
    PhoneTarget target = PhoneTarget.of(phone);
    double[] start = {target.f1(), target.f2(), target.f3()};
    double[] end = {target.e1(), target.e2(), target.e3()};
    double[] stray = new double[3];
    for (int f = 0; f < 3; f++) {
      double amount = f == 2 ? 0.6 * sloppiness : sloppiness;
      stray[f] = speaker.accent(phone, f) * (1 + amount * dice.normal());
    }
    double loudness =
        StrictMath.exp(0.22 * dice.normal()) * (timing.sound(i).stressed() ? 1.15 : 0.9);
    double hiss = StrictMath.exp(0.30 * dice.normal());
    double peakStray = 1 + sloppiness * dice.normal();
    int first = frame(timing.start(i));
    int last = Math.min(frames, frame(timing.end(i)));
    if (i == timing.size() - 1) {
      last = frames;
    }
    for (int t = first; t < last; t++) {
      double u = last - first < 2 ? 0.5 : (double) (t - first) / (last - first - 1);
      double along = Math.max(0, Math.min(1, (u - 0.2) / 0.6)); // steady ends, a glide between
      for (int f = 0; f < 3; f++) {
        formants[f][t] = (start[f] + along * (end[f] - start[f])) * stray[f];
      }
      hold[t] = target.hold();
      voice[t] = target.voice() * loudness;
      breath[t] = target.breath() * hiss;
      noise[t] = target.noise() * hiss;
      peak[t] = target.peak() * peakStray;
      width[t] = target.width();
      nose[t] = target.zero() > 0 ? 1 : 0;
      zero[t] = target.zero();
    }
  }

  /** A stop's noise is a short burst at its start; its breath comes after. */
  private void shapeBursts(Timing timing) {
    for (int i = 0; i < timing.size(); i++) {
      String phone = PhoneSet.symbol(timing.phone(i));
      if (!Sounds.isStop(phone)) {
        continue;
      }
      boolean voiceless = Sounds.isVoiceless(phone);
      int first = frame(timing.start(i));
      int last = Math.min(frames, frame(timing.end(i)));
      for (int t = first; t < last; t++) {
        int since = t - first;
        noise[t] *= StrictMath.exp(-since / (voiceless ? 2.5 : 1.5));
        if (since == 0) {
          breath[t] *= 0.3;
        }
      }
      if (first > 0) {
        voice[first - 1] *= voiceless ? 0.3 : 1;
      }
    }
  }

  /** Falls along each breath group, rises on stressed syllables and at the end of a question. */
  private void setPitch(Timing timing, Speaker speaker, boolean question, Dice dice) {
    double start = 1 + 0.6 * speaker.pitchRange();
    double fall = 1.1 * speaker.pitchRange();
    for (int t = 0; t < frames; t++) {
      double u = (double) t / frames;
      double rise = question && u > 0.8 ? (u - 0.8) * 5 * 1.8 * speaker.pitchRange() : 0;
      pitch[t] = speaker.pitch() * (start - fall * u + rise);
    }
    for (int i = 0; i < timing.size(); i++) {
      int first = frame(timing.start(i));
      int last = Math.min(frames, frame(timing.end(i)));
      if (timing.sound(i).stressed()) {
        double height = speaker.pitchRange() * (0.7 + 0.3 * dice.normal());
        int middle = (first + last) / 2;
        for (int t = Math.max(0, middle - 30); t < Math.min(frames, middle + 30); t++) {
          double distance = (t - middle) / 12.0;
          pitch[t] *= 1 + height * StrictMath.exp(-distance * distance);
        }
      }
      if (timing.sound(i).phone().equals("q")) {
        for (int t = first; t < last; t++) {
          pitch[t] *= 0.45; // a creak
        }
      }
    }
  }

  /** Replaces values by their mean over a bell around each, weighted by {@code hold}. */
  private static void smooth(double[] values, double[] hold, int reach) {
    double[] bell = new double[2 * reach + 1];
    for (int k = 0; k < bell.length; k++) {
      bell[k] = 0.5 + 0.5 * StrictMath.cos(Math.PI * (k - reach) / (reach + 1));
    }
    double[] source = values.clone();
    for (int t = 0; t < values.length; t++) {
      double sum = 0;
      double weight = 0;
      int from = Math.max(0, t - reach);
      int to = Math.min(values.length - 1, t + reach);
      for (int s = from; s <= to; s++) {
        double w = bell[s - t + reach] * hold[s];
        sum += w * source[s];
        weight += w;
      }
      values[t] = sum / weight;
    }
  }

  private static int frame(int sample) {
    return (sample + STEP / 2) / STEP;
  }
}
