package io.kith.speech;

import io.kith.base.BadInputException;

/** One utterance as read from disk: its sound, and the class of each frame to come. */
final class LabeledAudio {
  private final Audio audio;
  private final int[] classes;
  private final double seconds;

  private LabeledAudio(Audio audio, int[] classes, double seconds) {
    this.audio = audio;
    this.classes = classes;
    this.seconds = seconds;
  }

  /** Reads and checks the two files of an utterance. */
  static LabeledAudio read(Utterance utterance, MfccOptions options, PhoneSet phones) {
    Audio audio = AudioFile.read(utterance.audio()).at(options.sampleRate());
    double toPhones = (double) Segmentation.SAMPLE_RATE / options.sampleRate();
    Segmentation segments =
        Segmentation.read(utterance.phones(), Math.round(audio.size() * toPhones));
    int[] classes = new int[options.frames(audio.size())];
    if (classes.length == 0) {
      throw new BadInputException(
          utterance.audio()
              + " ends after "
              + audio.size()
              + " samples, less than one window of "
              + options.window()
              + ": leave it out with --skip-bad.");
    }
    for (int f = 0; f < classes.length; f++) {
      int phone = segments.phoneAt((int) (options.center(f) * toPhones));
      classes[f] = phone < 0 ? PhoneSet.DELETED : phones.classOf(phone);
    }
    return new LabeledAudio(audio, classes, audio.seconds());
  }

  /** The same without the sound, for those who only count. */
  LabeledAudio withoutSamples() {
    return new LabeledAudio(new Audio(new float[0], audio.sampleRate()), classes, seconds);
  }

  Audio audio() {
    return audio;
  }

  /** The class of each frame, or {@link PhoneSet#DELETED}; not a copy. */
  int[] classes() {
    return classes;
  }

  double seconds() {
    return seconds;
  }

  /** Counts the frames of each class; returns how many have one. */
  int countInto(int[] histogram) {
    int count = 0;
    for (int c : classes) {
      if (c != PhoneSet.DELETED) {
        histogram[c]++;
        count++;
      }
    }
    return count;
  }
}
