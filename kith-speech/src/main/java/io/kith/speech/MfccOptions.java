package io.kith.speech;

/**
 * How sound becomes numbers; the defaults give 13 cepstra, 39 with their changes and 351 with four
 * neighbours on either side.
 *
 * @param sampleRate what audio is brought to first, in samples a second
 * @param preEmphasis how much of the sample before is taken away, 0.97
 * @param windowSeconds length of the piece of sound that one frame looks at
 * @param stepSeconds from one frame to the next
 * @param fftSize points of the Fourier transform, a power of two that holds the window
 * @param bands overlapping triangles on the mel scale
 * @param lowHertz lower edge of the lowest band
 * @param highHertz upper edge of the highest band
 * @param cepstra coefficients kept, the 0th (loudness) included
 * @param lifter raises the higher coefficients; 0 leaves them as they are
 * @param deltaWindow frames on either side from which a change is estimated
 * @param deltas how many times changes are taken: 0 none, 1 speed, 2 speed and acceleration
 * @param context neighbouring frames on either side that are stacked into a row
 */
public record MfccOptions(
    int sampleRate,
    double preEmphasis,
    double windowSeconds,
    double stepSeconds,
    int fftSize,
    int bands,
    double lowHertz,
    double highHertz,
    int cepstra,
    int lifter,
    int deltaWindow,
    int deltas,
    int context) {

  public MfccOptions {
    require(sampleRate >= 4000, "sampleRate must be >= 4000, but was " + sampleRate);
    require(
        preEmphasis >= 0 && preEmphasis < 1,
        "preEmphasis must be at least 0 and below 1, but was " + preEmphasis);
    require(
        stepSeconds * sampleRate >= 1 && stepSeconds <= 1,
        "stepSeconds must be at least one sample and at most 1, but was " + stepSeconds);
    require(
        windowSeconds * sampleRate >= 2 && windowSeconds <= 1,
        "windowSeconds must be at least two samples and at most 1, but was " + windowSeconds);
    require(
        Integer.bitCount(fftSize) == 1 && fftSize >= Math.round(windowSeconds * sampleRate),
        "fftSize must be a power of two that holds the window of "
            + Math.round(windowSeconds * sampleRate)
            + " samples, but was "
            + fftSize);
    require(
        bands >= 1 && bands < fftSize / 2,
        "bands must be within 1.." + (fftSize / 2 - 1) + ", but was " + bands);
    require(
        lowHertz >= 0 && lowHertz < highHertz && highHertz <= sampleRate / 2.0,
        "lowHertz and highHertz must be in order and within 0.."
            + sampleRate / 2
            + ", but were "
            + lowHertz
            + " and "
            + highHertz);
    require(
        cepstra >= 1 && cepstra <= bands,
        "cepstra must be within 1.." + bands + " (the bands), but was " + cepstra);
    require(lifter >= 0, "lifter must be >= 0, but was " + lifter);
    require(deltaWindow >= 1, "deltaWindow must be >= 1, but was " + deltaWindow);
    require(deltas >= 0 && deltas <= 2, "deltas must be 0, 1 or 2, but was " + deltas);
    require(context >= 0 && context <= 50, "context must be within 0..50, but was " + context);
  }

  public static MfccOptions defaults() {
    return new MfccOptions(16_000, 0.97, 0.025, 0.010, 512, 26, 0, 8_000, 13, 22, 2, 2, 4);
  }

  /** Samples in a window. */
  public int window() {
    return (int) Math.round(windowSeconds * sampleRate);
  }

  /** Samples from one frame to the next. */
  public int step() {
    return (int) Math.round(stepSeconds * sampleRate);
  }

  /** How many frames a sound of that many samples has: whole windows only. */
  public int frames(int samples) {
    return samples < window() ? 0 : 1 + (samples - window()) / step();
  }

  /** The sample at the middle of a frame. */
  public int center(int frame) {
    return frame * step() + window() / 2;
  }

  /** Values of one frame, before stacking. */
  public int frameValues() {
    return cepstra * (1 + deltas);
  }

  /** Values of one row: a frame with its neighbours. */
  public int rowValues() {
    return frameValues() * (1 + 2 * context);
  }

  public MfccOptions withSampleRate(int sampleRate) {
    return new MfccOptions(
        sampleRate,
        preEmphasis,
        windowSeconds,
        stepSeconds,
        fftSize,
        bands,
        lowHertz,
        Math.min(highHertz, sampleRate / 2.0),
        cepstra,
        lifter,
        deltaWindow,
        deltas,
        context);
  }

  public MfccOptions withPreEmphasis(double preEmphasis) {
    return new MfccOptions(
        sampleRate,
        preEmphasis,
        windowSeconds,
        stepSeconds,
        fftSize,
        bands,
        lowHertz,
        highHertz,
        cepstra,
        lifter,
        deltaWindow,
        deltas,
        context);
  }

  public MfccOptions withWindow(double windowSeconds, double stepSeconds, int fftSize) {
    return new MfccOptions(
        sampleRate,
        preEmphasis,
        windowSeconds,
        stepSeconds,
        fftSize,
        bands,
        lowHertz,
        highHertz,
        cepstra,
        lifter,
        deltaWindow,
        deltas,
        context);
  }

  public MfccOptions withBands(int bands, double lowHertz, double highHertz) {
    return new MfccOptions(
        sampleRate,
        preEmphasis,
        windowSeconds,
        stepSeconds,
        fftSize,
        bands,
        lowHertz,
        highHertz,
        cepstra,
        lifter,
        deltaWindow,
        deltas,
        context);
  }

  public MfccOptions withCepstra(int cepstra, int lifter) {
    return new MfccOptions(
        sampleRate,
        preEmphasis,
        windowSeconds,
        stepSeconds,
        fftSize,
        bands,
        lowHertz,
        highHertz,
        cepstra,
        lifter,
        deltaWindow,
        deltas,
        context);
  }

  public MfccOptions withDeltas(int deltas, int deltaWindow) {
    return new MfccOptions(
        sampleRate,
        preEmphasis,
        windowSeconds,
        stepSeconds,
        fftSize,
        bands,
        lowHertz,
        highHertz,
        cepstra,
        lifter,
        deltaWindow,
        deltas,
        context);
  }

  public MfccOptions withContext(int context) {
    return new MfccOptions(
        sampleRate,
        preEmphasis,
        windowSeconds,
        stepSeconds,
        fftSize,
        bands,
        lowHertz,
        highHertz,
        cepstra,
        lifter,
        deltaWindow,
        deltas,
        context);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
