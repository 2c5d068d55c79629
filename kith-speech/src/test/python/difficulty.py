"""How hard a corpus is: the figures of docs/speech.md, by NumPy and scikit-learn alone.

    kith corpus synthesize corpus --speakers 40 --seed 1
    kith corpus frames corpus -o frames.npz
    python3 difficulty.py corpus frames.npz [NEIGHBOURS_AMONG [HIDDEN EPOCHS SHARE_OF_LABELS]]

Prints how many of a training frame's 10 nearest neighbours share its label, among whole utterances of
about NEIGHBOURS_AMONG frames (1500 of which are asked), and the accuracy of a network with two hidden
layers on the frames of speakers in TEST, trained on a random share of the labels of TRAIN.
"""

import os
import sys

import numpy as np
from sklearn.neural_network import MLPClassifier


def names(folder):
    for root, _, files in os.walk(folder):
        if any(f.lower().endswith(".wav") for f in files):
            yield os.path.basename(root).lower()


def agreement(rows, labels, rng):
    half_squares = (rows * rows).sum(1) / 2
    asked = rng.choice(len(rows), 1500, replace=False)
    same = 0
    for begin in range(0, len(asked), 60):
        i = asked[begin : begin + 60]
        far = half_squares[None] - rows[i] @ rows.T
        far[np.arange(len(i)), i] = np.inf
        near = np.argpartition(far, 10, 1)[:, :10]
        same += (labels[near] == labels[i][:, None]).sum()
    return same / (10 * len(asked))


def accuracy(rows, labels, test_rows, test_labels, hidden, epochs, rng):
    network = MLPClassifier((hidden, hidden), batch_size=256)
    for epoch in range(epochs):
        rate = 1e-3 * 0.55**epoch  # decays, as the method's own does
        network.learning_rate_init = rate
        if epoch:
            network._optimizer.learning_rate_init = rate
        order = rng.permutation(len(rows))
        for begin in range(0, len(order), 8192):
            part = order[begin : begin + 8192]
            network.partial_fit(rows[part], labels[part], classes=np.arange(labels.max() + 1))
    return (network.predict(test_rows) == test_labels).mean()


def main(corpus, frames, among=30000, hidden=0, epochs=5, share=1.0):
    rng = np.random.default_rng(0)
    data = np.load(frames)
    labels, groups = data["labels"], data["groups"]
    utterances = np.char.partition(data["ids"].astype(str), ":")[:, 0]
    test = np.isin(groups, list(names(os.path.join(corpus, "TEST"))))
    features = data["features"]
    train = np.flatnonzero(~test)
    spoken, number, count = np.unique(utterances[train], return_inverse=True, return_counts=True)
    order = rng.permutation(len(spoken))
    kept = order[: np.searchsorted(np.cumsum(count[order]), int(among)) + 1]
    rows = train[np.isin(number, kept)]
    chosen = features[rows]
    mean, scale = chosen.mean(0), chosen.std(0) + 1e-8
    share_same = agreement((chosen - mean) / scale, labels[rows], rng)
    print("%d frames: %.1f %% of the 10 nearest neighbours share the label" % (len(rows), 100 * share_same))
    if int(hidden):
        used = rng.choice(train, int(float(share) * len(train)), replace=False)
        asked = rng.choice(np.flatnonzero(test), min(test.sum(), 12000), replace=False)
        right = accuracy(
            (features[used] - mean) / scale, labels[used],
            (features[asked] - mean) / scale, labels[asked], int(hidden), int(epochs), rng,
        )
        print("%d labels: %.1f %% of test speakers' frames right" % (len(used), 100 * right))


main(*sys.argv[1:])
