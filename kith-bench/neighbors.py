"""Neighbour searches side by side: each in a process of its own, on the same rows, one after the other.

neighbors.py WORK ROWS ...           all searches at all sizes; prints a Markdown table
neighbors.py peer METHOD X.npy K OUT one peer, for the above

Times are those of the search alone, index included, after a warm-up on 2,000 rows (Kith's virtual machine and
pynndescent both compile on first use). Processor seconds are the better measure where the machine has other work.
Recall is the share of the 10 found rows that are no farther away than the true 10th, in double precision, of 300 rows.
"""

import gzip
import json
import os
import resource
import subprocess
import sys
import time

import numpy

K = 10
THREADS = os.cpu_count()
BALL_TREE_MOST = int(os.environ.get("BALL_TREE_MOST", 10000))
METHODS = os.environ.get(
    "METHODS", "kith-exact kith-approximate faiss-flat sklearn-brute sklearn-balltree pynndescent pynndescent-20 hnswlib"
).split()


def sklearn_search(algorithm):
    def search(x):
        from sklearn.neighbors import NearestNeighbors

        nn = NearestNeighbors(n_neighbors=K, algorithm=algorithm, n_jobs=THREADS).fit(x)
        return nn.kneighbors()[1]  # without an argument: of every row, itself left out

    return search


def faiss_flat(x):
    import faiss

    faiss.omp_set_num_threads(THREADS)
    index = faiss.IndexFlatL2(x.shape[1])
    index.add(x)
    return index.search(x, K + 1)[1]


def pynndescent_search(neighbors):
    def search(x):
        from pynndescent import NNDescent

        return NNDescent(x, n_neighbors=neighbors, n_jobs=THREADS, random_state=1).neighbor_graph[0][:, : K + 1]

    return search


def hnswlib_search(x):
    import hnswlib

    index = hnswlib.Index(space="l2", dim=x.shape[1])
    index.init_index(max_elements=len(x), ef_construction=100, M=16)
    index.set_num_threads(THREADS)
    index.add_items(x)
    index.set_ef(60)
    return index.knn_query(x, k=K + 1)[0]


PEERS = {
    "faiss-flat": faiss_flat,
    "sklearn-brute": sklearn_search("brute"),
    "sklearn-balltree": sklearn_search("ball_tree"),
    "pynndescent": pynndescent_search(K + 1),
    "pynndescent-20": pynndescent_search(20),
    "hnswlib": hnswlib_search,
}


def peer(method, file, out):
    x = numpy.ascontiguousarray(numpy.load(file))
    PEERS[method](x[:2000])
    wall, cpu = time.monotonic(), time.process_time()
    found = PEERS[method](x)
    line = {"wall": time.monotonic() - wall, "cpu": time.process_time() - cpu}
    line["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps(line))
    numpy.savez(out, neighbors=numpy.asarray(found, dtype=numpy.int32))


def recall(file, out):
    x = numpy.load(file).astype(numpy.float64)
    found = numpy.load(out)["neighbors"]
    sample = numpy.random.RandomState(1).choice(len(x), 300, replace=False)
    hits = 0
    for i in sample:
        distance = numpy.sqrt(((x - x[i]) ** 2).sum(1))
        distance[i] = numpy.inf
        farthest = numpy.partition(distance, K - 1)[K - 1] * (1 + 1e-6)
        others = [j for j in dict.fromkeys(found[i].tolist()) if j != i and j >= 0][:K]
        hits += sum(distance[j] <= farthest for j in others)
    return hits / (K * len(sample))


def java(*words):
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    command = ["java", "-XX:+UseParallelGC", "-cp", os.environ["KITH_CLASSPATH"], "io.kith.bench.NeighborBench"]
    return subprocess.run(command + list(words), env=environment, check=True, capture_output=True, text=True).stdout


def python(*words):
    command = [sys.executable, os.path.abspath(__file__), "peer"]
    return subprocess.run(command + list(words), check=True, capture_output=True, text=True).stdout


def images(work):
    file = os.path.join(work, "images.npy")
    with gzip.open("/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz") as packed:
        pixels = numpy.frombuffer(packed.read(), dtype=numpy.uint8, offset=16).reshape(-1, 784)
    numpy.save(file, pixels.astype(numpy.float32) / 255)
    return file


def compare(name, file, work):
    rows, columns = numpy.load(file, mmap_mode="r").shape
    print(f"\n{name}, {rows:,} rows of {columns} features, k = {K}\n")
    print("| search | seconds | processor seconds | peak MB | recall |\n|---|---|---|---|---|", flush=True)
    out = os.path.join(work, "found.npz")
    for method in METHODS:
        if method == "sklearn-balltree" and rows > BALL_TREE_MOST:
            continue
        run = java if method.startswith("kith-") else python
        try:
            took = json.loads(run(method.replace("kith-", ""), file, str(K), out).strip().splitlines()[-1])
        except subprocess.CalledProcessError as e:
            print(f"| {method} | failed: {e.stderr.strip().splitlines()[-1]} | | | |", flush=True)
            continue
        print(
            f"| {method} | {took['wall']:.1f} | {took['cpu']:.1f} | {took['megabytes']:,} | {recall(file, out):.3f} |",
            flush=True,
        )


def main():
    if sys.argv[1] == "peer":
        peer(sys.argv[2], sys.argv[3], sys.argv[5])
        return
    work = sys.argv[1]
    for count in " ".join(sys.argv[2:]).split():
        file = os.path.join(work, "rows.npy")
        java("rows", os.path.join(work, "frames.npz"), count, file)
        compare("Synthetic speech", file, work)
    if os.environ.get("IMAGES"):
        compare("Fashion-MNIST", images(work), work)


main()
