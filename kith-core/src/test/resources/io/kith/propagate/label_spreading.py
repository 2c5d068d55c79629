"""Writes label_spreading.json: scikit-learn's LabelSpreading on a given affinity matrix.

    python3 label_spreading.py > label_spreading.json
"""
import json

import numpy as np
from sklearn.semi_supervised import LabelSpreading

rng = np.random.default_rng(5)
points = np.concatenate([rng.normal(center, 1.0, (10, 2)) for center in ((0, 0), (3, 0), (0, 3))])
n = len(points) + 5  # the last five are joined with each other only, and have no label
distances = np.linalg.norm(points[:, None] - points[None], axis=2)
nearest = np.argsort(distances, axis=1)[:, 1:5]
weights = np.zeros((n, n))
for i, row in enumerate(nearest):
    for j in row:
        weights[i, j] = weights[j, i] = np.float32(np.exp(-distances[i, j] ** 2 / 2))
for i in range(n - 5, n - 1):
    weights[i, i + 1] = weights[i + 1, i] = 0.5
labels = np.full(n, -1)
labels[[0, 4, 10, 17, 20, 29]] = [0, 0, 1, 1, 2, 2]

fitted = []
for alpha in (0.2, 0.9):
    model = LabelSpreading(kernel=lambda a, b: weights, alpha=alpha, max_iter=10000, tol=1e-12)
    model.fit(np.zeros((n, 1)), labels)
    fitted.append({"alpha": alpha, "distributions": model.label_distributions_.round(8).tolist()})
print(json.dumps({"weights": weights.tolist(), "labels": labels.tolist(), "fitted": fitted}))
