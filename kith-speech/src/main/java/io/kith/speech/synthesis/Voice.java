package io.kith.speech.synthesis;

/**
 * Turns tracks into sound: a glottis that opens and closes, air that hisses, and resonances that
 * shape both (a cascade synthesiser after Klatt 1980).
 *
 * <pre>
 * glottis: d(u) = 2u - 3u^2 while open, u = 0..1; 0 while closed     (KLGLOTT88)
 *   + breath --> nasal zero / pole --> F1 --> F2 --> F3 --> F4 --> F5 --> F6 --+--> sound
 * noise --> one resonance at the fricative's peak, and a little past it -------+
 * resonator: y[t] = a x[t] + b y[t-1] + c y[t-2],  r = exp(-pi bw / fs),
 *   c = -r^2,  b = 2 r cos(2 pi f / fs),  a = 1 - b - c
 * </pre>
 *
 * <p>One sentence at a time; not to be shared by threads.
 */
final class Voice {
  private static final double RATE = Timing.SAMPLE_RATE;
  private static final double NASAL_POLE = 270;
  private static final double[] BANDWIDTHS = {70, 95, 140, 220, 300, 450};
  private static final double[] UPPER = {3450, 4450, 5500};
  private static final int RESONATORS = 6;

  private final Speaker speaker;
  private final double[] a = new double[RESONATORS];
  private final double[] b = new double[RESONATORS];
  private final double[] c = new double[RESONATORS];
  private final double[] one = new double[RESONATORS];
  private final double[] two = new double[RESONATORS];
  private double noiseA;
  private double noiseB;
  private double noiseC;
  private double noiseOne;
  private double noiseTwo;
  private double poleB;
  private double poleC;
  private double zeroB;
  private double zeroC;
  private double nasalGain;
  private double inOne;
  private double inTwo;
  private double outOne;
  private double outTwo;
  private double phase = 1;
  private double increment;
  private double strength = 1;
  private double dull;
  private long noiseState;

  Voice(Speaker speaker, Dice dice) {
    this.speaker = speaker;
    this.noiseState = dice.bits() | 1;
  }

  /** The sentence's sound, as long as its timing; loudness is arbitrary. */
  float[] speak(Tracks tracks, int length) {
    float[] sound = new float[length];
    for (int t = 0; t * Tracks.STEP < length; t++) {
      int from = t * Tracks.STEP;
      setResonances(tracks, t);
      render(tracks, t, sound, from, Math.min(length, from + Tracks.STEP));
    }
    return sound;
  }

  private void setResonances(Tracks tracks, int t) {
    // an open glottis widens the lower resonances
    double loss = 1 + 1.2 * Math.min(1, 3 * tracks.breath[t]) + 0.8 * tracks.nose[t];
    for (int f = 0; f < 3; f++) {
      resonator(f, tracks.formants[f][t] * speaker.tract(f), BANDWIDTHS[f] * loss);
    }
    for (int f = 3; f < RESONATORS; f++) {
      resonator(f, UPPER[f - 3] * speaker.tract(f), BANDWIDTHS[f]);
    }
    double peak = tracks.peak[t];
    if (peak == 0) {
      peak = Math.max(1000, 1.08 * tracks.formants[1][t]); // k and g burst at the vowel's F2
    }
    double r = StrictMath.exp(-Math.PI * Math.max(100, tracks.width[t]) / RATE);
    double angle = 2 * Math.PI * Math.min(7600, peak * speaker.tract(4)) / RATE;
    noiseC = -r * r;
    noiseB = 2 * r * StrictMath.cos(angle);
    noiseA = (1 - r) * Math.sqrt(1 - 2 * r * StrictMath.cos(2 * angle) + r * r);
    double zero = NASAL_POLE + tracks.nose[t] * Math.max(0, tracks.zero[t] - NASAL_POLE);
    double poleR = StrictMath.exp(-Math.PI * 100 / RATE);
    poleC = -poleR * poleR;
    poleB = 2 * poleR * StrictMath.cos(2 * Math.PI * NASAL_POLE / RATE);
    zeroC = poleC;
    zeroB = 2 * poleR * StrictMath.cos(2 * Math.PI * zero * speaker.tract(1) / RATE);
    if (tracks.nose[t] < 0.01) {
      zeroB = poleB;
    }
    // between keeping the loudness at 0 Hz (power 1) and keeping it at high frequencies (0)
    nasalGain = StrictMath.pow((1 - poleB - poleC) / (1 - zeroB - zeroC), 0.7);
  }

  private void resonator(int f, double hertz, double bandwidth) {
    double r = StrictMath.exp(-Math.PI * bandwidth / RATE);
    c[f] = -r * r;
    b[f] = 2 * r * StrictMath.cos(2 * Math.PI * Math.min(7800, hertz) / RATE);
    a[f] = 1 - b[f] - c[f];
  }

  private void render(Tracks tracks, int t, float[] sound, int from, int to) {
    double voice = tracks.voice[t];
    double voiceStep = (tracks.voice[t + 1] - voice) / Tracks.STEP;
    double breath = tracks.breath[t] * speaker.breathiness();
    double breathStep = (tracks.breath[t + 1] * speaker.breathiness() - breath) / Tracks.STEP;
    double hiss = tracks.noise[t];
    double hissStep = (tracks.noise[t + 1] - hiss) / Tracks.STEP;
    double open = speaker.openness();
    double tilt = speaker.tilt();
    for (int s = from; s < to; s++) {
      phase += increment;
      if (phase >= 1) {
        nextCycle(tracks.pitch[t]);
      }
      double u = phase / open;
      double glottis = u < 1 ? u * (2 - 3 * u) : 0;
      dull += (1 - tilt) * (strength * glottis - dull);
      double air = random();
      double x = voice * dull + breath * air * (u < 1 ? 1 : 0.4);
      double y = nasalGain * (x - zeroB * inOne - zeroC * inTwo) + poleB * outOne + poleC * outTwo;
      inTwo = inOne;
      inOne = x;
      outTwo = outOne;
      outOne = y;
      for (int f = 0; f < RESONATORS; f++) {
        y = a[f] * y + b[f] * one[f] + c[f] * two[f];
        two[f] = one[f];
        one[f] = y;
      }
      double white = hiss * random();
      double shaped = noiseA * white + noiseB * noiseOne + noiseC * noiseTwo;
      noiseTwo = noiseOne;
      noiseOne = shaped;
      sound[s] = (float) (y + 2.2 * shaped + 0.08 * white);
      voice += voiceStep;
      breath += breathStep;
      hiss += hissStep;
    }
  }

  private void nextCycle(double pitch) {
    phase -= 1;
    double wobble = 1 + speaker.roughness() * 1.7 * random();
    increment = pitch * wobble / RATE;
    strength = 1 + 3 * speaker.roughness() * random();
    if (phase >= 1) {
      phase = 0;
    }
  }

  /** Uniform in -1..1 (xorshift64, Marsaglia 2003): fast enough to be called for every sample. */
  private double random() {
    noiseState ^= noiseState << 13;
    noiseState ^= noiseState >>> 7;
    noiseState ^= noiseState << 17;
    return (noiseState >> 11) * 0x1.0p-52;
  }
}
