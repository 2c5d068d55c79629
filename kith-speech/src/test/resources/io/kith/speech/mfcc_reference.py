"""The recipe of mfcc_reference.txt: the default features of io.kith.speech.Mfcc, by NumPy alone.

    python3 mfcc_reference.py > mfcc_reference.txt

Line 1: the samples of a test signal (two gliding tones, a click and noise). Every further line: the
39 values of one frame. Written from the formulas, not from the Java code; matrices instead of loops.
"""

import numpy as np

RATE, WINDOW, STEP, FFT, BANDS, CEPSTRA, LIFTER, REACH = 16000, 400, 160, 512, 26, 13, 22, 2


def signal():
    t = np.arange(3500) / RATE
    x = 6000 * np.sin(2 * np.pi * (300 * t + 2500 * t**2)) + 2500 * np.sin(2 * np.pi * (3500 * t - 4000 * t**2))
    state, noise = 12345, []
    for _ in t:
        state = (1103515245 * state + 12345) % 2**31
        noise.append((state >> 16) % 601 - 300)
    x = x + np.array(noise)
    x[:600] *= 0.01  # nearly silent at first
    x[2000] += 9000  # a click
    return np.rint(x)


def mel(f):
    return 2595 * np.log10(1 + np.asarray(f) / 700)


def cepstra(x):
    emphasized = x - 0.97 * np.concatenate([[0], x[:-1]])
    count = 1 + (len(x) - WINDOW) // STEP
    pieces = np.stack([emphasized[i * STEP : i * STEP + WINDOW] for i in range(count)])
    power = np.abs(np.fft.rfft(pieces * np.hamming(WINDOW), FFT)) ** 2
    edges = np.linspace(mel(0), mel(RATE / 2), BANDS + 2)
    bins = mel(np.fft.rfftfreq(FFT, 1 / RATE))
    bank = np.stack([np.interp(bins, edges[b : b + 3], [0, 1, 0], 0, 0) for b in range(BANDS)])
    logs = np.log(np.maximum(1, power @ bank.T))
    n = np.arange(CEPSTRA)[:, None]
    cosines = np.sqrt(2 / BANDS) * np.cos(np.pi * n * (np.arange(BANDS) + 0.5) / BANDS)
    return logs @ cosines.T * (1 + LIFTER / 2 * np.sin(np.pi * np.arange(CEPSTRA) / LIFTER))


def changes(c):
    padded = np.pad(c, ((REACH, REACH), (0, 0)), mode="edge")
    weights = np.arange(-REACH, REACH + 1)
    rows = [weights @ padded[i : i + 2 * REACH + 1] for i in range(len(c))]
    return np.stack(rows) / (weights**2).sum()


x = signal()
c = cepstra(x)
d = changes(c)
print(" ".join("%d" % v for v in x))
for row in np.hstack([c, d, changes(d)]):
    print(" ".join("%.6f" % v for v in row))
