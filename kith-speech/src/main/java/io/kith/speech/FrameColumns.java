package io.kith.speech;

import java.util.ArrayList;
import java.util.List;

/**
 * Names the columns of a frame: {@code c0-4} is the 0th cepstrum four frames earlier, {@code dc3+0}
 * the change of the third in the frame itself, {@code ddc12+4} the change of the change of the
 * twelfth four frames later.
 */
final class FrameColumns {
  private FrameColumns() {}

  static List<String> names(MfccOptions options) {
    List<String> names = new ArrayList<>(options.rowValues());
    for (int neighbor = -options.context(); neighbor <= options.context(); neighbor++) {
      for (int order = 0; order <= options.deltas(); order++) {
        for (int c = 0; c < options.cepstra(); c++) {
          names.add("d".repeat(order) + "c" + c + (neighbor < 0 ? "" : "+") + neighbor);
        }
      }
    }
    return names;
  }
}
