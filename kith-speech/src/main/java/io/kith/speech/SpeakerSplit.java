package io.kith.speech;

import io.kith.base.BadInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Decides which speakers are trained on and which are tested on; a speaker is never on both sides.
 *
 * <p>TIMIT has a usual answer: 462 training speakers, 50 development and 24 core test speakers out
 * of the folder TEST. A corpus without those names is split so:
 *
 * <ul>
 *   <li>folders TRAIN and TEST: every second speaker of TEST is for development, the rest for test;
 *       a lone TEST speaker is for test, and one in eight of TRAIN for development;
 *   <li>no such folders: one speaker in eight for development and one in eight for test.
 * </ul>
 */
final class SpeakerSplit {
  private static final Set<String> CORE_TEST =
      names(
          "mdab0 mwbt0 felc0 mtas1 mwew0 fpas0 mjmp0 mlnt0 fpkt0 mlll0 mtls0 fjlm0 mbpm0 mklt0 fnlp0"
              + " mcmj0 mjdh0 fmgd0 mgrt0 mnjm0 fdhc0 mjln0 mpam0 fmld0");
  private static final Set<String> DEVELOPMENT =
      names(
          "faks0 fdac1 fjem0 mgwt0 mjar0 mmdb1 mmdm2 mpdf0 fcmh0 fkms0 mbdg0 mbwm0 mcsh0 fadg0 fdms0"
              + " fedw0 mgjf0 mglb0 mrtk0 mtaa0 mtdt0 mthc0 mwjg0 fnmr0 frew0 fsem0 mbns0 mmjr0"
              + " mdls0 mdlf0 mdvc0 mers0 fmah0 fdrw0 mrcs0 mrjm4 fcal1 mmwh0 fjsj0 majc0 mjsw0"
              + " mreb0 fgjd0 fjmg0 mroa0 mteb0 mjfc0 mrjr0 fmml0 mrws1");

  private final Map<String, Part> parts;
  private final boolean standard;

  private SpeakerSplit(Map<String, Part> parts, boolean standard) {
    this.parts = parts;
    this.standard = standard;
  }

  /** Splits speakers found in a folder TRAIN, in a folder TEST, and in neither. */
  static SpeakerSplit of(SortedSet<String> train, SortedSet<String> test, SortedSet<String> other) {
    for (String speaker : train) {
      if (test.contains(speaker)) {
        throw new BadInputException(
            "speaker "
                + speaker
                + " is in TRAIN and in TEST, so the test would not be fair: remove one of the two"
                + " folders.");
      }
    }
    Map<String, Part> parts = new HashMap<>();
    boolean standard = test.containsAll(CORE_TEST) && test.containsAll(DEVELOPMENT);
    train.forEach(speaker -> parts.put(speaker, Part.TRAIN));
    if (standard) {
      test.forEach(
          speaker ->
              parts.put(
                  speaker,
                  CORE_TEST.contains(speaker)
                      ? Part.TEST
                      : DEVELOPMENT.contains(speaker) ? Part.DEVELOPMENT : Part.UNUSED));
      other.forEach(speaker -> parts.putIfAbsent(speaker, Part.UNUSED));
    } else if (train.isEmpty() || test.isEmpty()) {
      TreeSet<String> all = new TreeSet<>(other);
      all.addAll(train);
      all.addAll(test);
      byTurns(all, parts, List.of(Part.DEVELOPMENT, Part.TEST), 8);
    } else {
      if (test.size() == 1) {
        byTurns(train, parts, List.of(Part.DEVELOPMENT), 8);
        test.forEach(speaker -> parts.put(speaker, Part.TEST));
      } else {
        byTurns(test, parts, List.of(Part.DEVELOPMENT, Part.TEST), 2);
      }
      other.forEach(speaker -> parts.putIfAbsent(speaker, Part.UNUSED));
    }
    return new SpeakerSplit(parts, standard);
  }

  Part part(String speaker) {
    return parts.get(speaker);
  }

  /** Whether this is TIMIT's own split. */
  boolean standard() {
    return standard;
  }

  /** Of every {@code period} speakers, in a fixed shuffled order, the first go to the parts. */
  private static void byTurns(
      SortedSet<String> speakers, Map<String, Part> parts, List<Part> first, int period) {
    List<String> order = new ArrayList<>(speakers);
    // names begin with the speaker's sex: by hash, so that parts do not split by sex
    order.sort((a, b) -> Integer.compare(scattered(a), scattered(b)));
    for (int i = 0; i < order.size(); i++) {
      int turn = i % period;
      parts.put(order.get(i), turn < first.size() ? first.get(turn) : Part.TRAIN);
    }
  }

  private static int scattered(String name) {
    return name.hashCode() * 0x9e3779b9;
  }

  private static Set<String> names(String list) {
    return Set.copyOf(Arrays.asList(list.toLowerCase(Locale.ROOT).split(" ")));
  }
}
