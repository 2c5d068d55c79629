"""Neighbour searches side by side: each in a process of its own, on the same rows, one after the other.

neighbors.py run WORK SIZES...          all searches at all sizes and on the images; a line of JSON each
neighbors.py write WORK DOCS            table and plots from these lines, into DOCS/benchmarks.md and DOCS/images
neighbors.py peer METHOD X.npy OUT      one peer, for the above

Times are those of the search alone, index included, after a warm-up on 5,000 rows (Kith's virtual machine and
pynndescent both compile on first use). Processor seconds are the better measure where the machine has other work.
Recall is the share of the 10 found rows that are no farther away than the true 10th, in double precision, of 300 rows.
What has been measured is not measured again: a run that was interrupted goes on where it was.
"""

import gzip
import json
import math
import os
import resource
import subprocess
import sys
import time

import numpy

K = 10
THREADS = 2
WARM_UP = 5000
SAMPLE = 300
ROWS_AT_A_TIME = 50_000

# Every search, its name for people, and the most rows it is given.
SEARCHES = {
    "kith-exact": ("Kith exact", 300_000),
    "kith-fastest": ("Kith, `--effort fastest`", 2_000_000),
    "kith-quick": ("Kith, `--effort quick`", 2_000_000),
    "kith-normal": ("Kith approximate", 2_000_000),
    "kith-thorough": ("Kith, `--effort thorough`", 2_000_000),
    "faiss-flat": ("FAISS flat", 100_000),
    "sklearn-brute": ("scikit-learn brute force", 100_000),
    "sklearn-balltree": ("scikit-learn ball tree", 20_000),
    "pynndescent-11": ("pynndescent, 11 neighbours", 2_000_000),
    "pynndescent-20": ("pynndescent, 20 neighbours", 300_000),
    "pynndescent-30": ("pynndescent, 30 neighbours", 300_000),
    "hnswlib-60": ("hnswlib, M 16, ef 100 and 60", 300_000),
    "hnswlib-150": ("hnswlib, M 16, ef 200 and 150", 100_000),
}
EXACT = {"kith-exact", "faiss-flat", "sklearn-brute", "sklearn-balltree"}
BEGIN, END = "<!-- neighbors.py writes from here -->", "<!-- to here -->"


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


def hnswlib_search(construction, ef):
    def search(x):
        import hnswlib

        index = hnswlib.Index(space="l2", dim=x.shape[1])
        index.init_index(max_elements=len(x), ef_construction=construction, M=16)
        index.set_num_threads(THREADS)
        index.add_items(x)
        index.set_ef(ef)
        return index.knn_query(x, k=K + 1)[0]

    return search


PEERS = {
    "faiss-flat": faiss_flat,
    "sklearn-brute": sklearn_search("brute"),
    "sklearn-balltree": sklearn_search("ball_tree"),
    "pynndescent-11": pynndescent_search(K + 1),
    "pynndescent-20": pynndescent_search(20),
    "pynndescent-30": pynndescent_search(30),
    "hnswlib-60": hnswlib_search(100, 60),
    "hnswlib-150": hnswlib_search(200, 150),
}


def peer(method, file, out):
    x = numpy.ascontiguousarray(numpy.load(file))
    PEERS[method](x[:WARM_UP])
    wall, cpu = time.monotonic(), time.process_time()
    found = PEERS[method](x)
    line = {"wall": time.monotonic() - wall, "cpu": time.process_time() - cpu}
    line["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps(line))
    numpy.savez(out, neighbors=numpy.asarray(found, dtype=numpy.int32))


def recall(file, out):
    x = numpy.load(file, mmap_mode="r")
    found = numpy.load(out)["neighbors"]
    sample = numpy.sort(numpy.random.RandomState(1).choice(len(x), min(SAMPLE, len(x)), replace=False))
    asked = x[sample].astype(numpy.float64)
    farthest = numpy.full((len(sample), K), numpy.inf)
    for begin in range(0, len(x), ROWS_AT_A_TIME):
        some = x[begin : begin + ROWS_AT_A_TIME].astype(numpy.float64)
        squares = (asked**2).sum(1)[:, None] + (some**2).sum(1) - 2 * asked @ some.T
        inside = (sample >= begin) & (sample < begin + len(some))
        squares[inside, sample[inside] - begin] = numpy.inf
        farthest = numpy.partition(numpy.hstack([farthest, squares]), K - 1, axis=1)[:, :K]
    limit = farthest.max(1) * (1 + 1e-6) + 1e-9
    hits = 0
    for s, i in enumerate(sample):
        others = [j for j in dict.fromkeys(found[i].tolist()) if j != i and j >= 0][:K]
        hits += int((((x[others].astype(numpy.float64) - asked[s]) ** 2).sum(1) <= limit[s]).sum())
    return hits / (K * len(sample))


def java(*words):
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    command = ["java", "-XX:+UseParallelGC", "-Xmx3g", "-cp", os.environ["KITH_CLASSPATH"], "io.kith.bench.NeighborBench"]
    return subprocess.run(command + list(words), env=environment, check=True, capture_output=True, text=True).stdout


def python(*words):
    environment = dict(os.environ, OMP_NUM_THREADS=str(THREADS), OPENBLAS_NUM_THREADS=str(THREADS))
    command = [sys.executable, os.path.abspath(__file__), "peer"]
    return subprocess.run(command + list(words), env=environment, check=True, capture_output=True, text=True).stdout


def images(work):
    file = os.path.join(work, "images.npy")
    with gzip.open("/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz") as packed:
        pixels = numpy.frombuffer(packed.read(), dtype=numpy.uint8, offset=16).reshape(-1, 784)
    numpy.save(file, pixels.astype(numpy.float32) / 255)
    return file


def lines(work):
    file = os.path.join(work, "results.jsonl")
    if not os.path.exists(file):
        return []
    with open(file) as text:
        return [json.loads(line) for line in text]


def compare(data, file, work):
    rows, columns = numpy.load(file, mmap_mode="r").shape
    done = {(line["data"], line["rows"], line["search"]) for line in lines(work)}
    out = os.path.join(work, "found.npz")
    for search, (_, most) in SEARCHES.items():
        if rows > most or (data, rows, search) in done:
            continue
        run = java if search.startswith("kith-") else python
        line = {"data": data, "rows": rows, "columns": columns, "search": search, "load": os.getloadavg()[0]}
        try:
            line.update(json.loads(run(search, file, out).strip().splitlines()[-1]))
            line["recall"] = recall(file, out)
        except subprocess.CalledProcessError as e:
            line["failed"] = (e.stderr.strip().splitlines() or ["killed"])[-1]
        print(json.dumps(line), flush=True)
        with open(os.path.join(work, "results.jsonl"), "a") as text:
            text.write(json.dumps(line) + "\n")


def run(work, sizes):
    for count in sizes:
        file = os.path.join(work, f"rows-{count}.npy")
        if not os.path.exists(file):
            java("rows", os.path.join(work, "frames.npz"), count, file)
        compare("speech", file, work)
        os.remove(file)
    compare("images", images(work), work)


def group(results):
    groups = {}
    for line in results:
        groups.setdefault((line["data"], line["rows"], line["columns"]), []).append(line)
    return dict(sorted(groups.items(), key=lambda g: (g[0][0] != "speech", g[0][1])))


def title(key):
    data, rows, columns = key
    return f"{'Synthetic speech' if data == 'speech' else 'Fashion-MNIST'}, {rows:,} rows of {columns} features"


def table(key, found):
    text = [f"### {title(key)}", ""]
    text += ["| search | seconds | processor seconds | peak MB | recall |", "|---|---|---|---|---|"]
    for line in found:
        name = SEARCHES[line["search"]][0]
        if "failed" in line:
            text.append(f"| {name} | failed: {line['failed']} | | | |")
        else:
            times = f"{line['wall']:.1f} | {line['cpu']:.1f} | {line['megabytes']:,}"
            text.append(f"| {name} | {times} | {line['recall']:.3f} |")
    return text + [""]


def ratios(key, found):
    """How many times the processor time of a peer is that of the cheapest search of Kith that finds as much."""
    own = [line for line in found if line["search"].startswith("kith-") and "cpu" in line]
    text = []
    for line in found:
        if line["search"].startswith("kith-") or "cpu" not in line:
            continue
        # Two searches that both find all pairs may differ by a rounding at the border.
        wanted = line["recall"] - (0.002 if line["search"] in EXACT else 0)
        equal = [o for o in own if o["recall"] >= wanted and (o["search"] in EXACT or line["search"] not in EXACT)]
        if equal:
            best = min(equal, key=lambda o: o["cpu"])
            mine, its = SEARCHES[best["search"]][0], SEARCHES[line["search"]][0]
            text.append(
                f"| {title(key)} | {its} | {line['recall']:.3f} | {mine} | {best['recall']:.3f} |"
                f" {line['cpu'] / best['cpu']:.1f} | {line['wall'] / best['wall']:.1f} |"
            )
    return text


COLORS = {"kith": "#1f6f8b", "faiss": "#8a8a8a", "sklearn": "#b0a18c", "pynndescent": "#c8553d", "hnswlib": "#7d5ba6"}


def plot(key, found):
    """Recall over processor seconds, both axes stretched towards what is hard: logarithm of time, of 1 − recall."""
    points = [line for line in found if "cpu" in line]
    width, height, left, bottom = 640, 360, 60, 50
    low = math.floor(math.log10(min(p["cpu"] for p in points)) * 2) / 2
    high = math.ceil(math.log10(max(p["cpu"] for p in points)) * 2) / 2

    def x(seconds):
        return left + (math.log10(seconds) - low) / (high - low) * (width - left - 170)

    def y(share):
        return 20 + (3.2 + math.log10(max(1 - share, 10**-3.2))) / 3.2 * (height - bottom - 20)

    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="14" font-weight="bold">{title(key)}</text>',
    ]
    for share in (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999):
        svg.append(f'<line x1="{left}" x2="{width - 170}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#ddd"/>')
        svg.append(f'<text x="{left - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:g}</text>')
    for half in range(round(low * 2), round(high * 2) + 1):
        seconds = 10 ** (half / 2)
        svg.append(f'<text x="{x(seconds):.1f}" y="{height - bottom + 18}" text-anchor="middle">{seconds:.2g}</text>')
    svg.append(f'<text x="{left}" y="{height - 12}">processor seconds; upwards the recall, left the faster</text>')
    for p in points:
        color = COLORS[p["search"].split("-")[0]]
        svg.append(f'<circle cx="{x(p["cpu"]):.1f}" cy="{y(p["recall"]):.1f}" r="5" fill="{color}"/>')
        svg.append(f'<text x="{x(p["cpu"]) + 8:.1f}" y="{y(p["recall"]) + 4:.1f}" fill="{color}">{p["search"]}</text>')
    return "\n".join(svg + ["</svg>"]) + "\n"


def machine():
    with open("/proc/cpuinfo") as text:
        model = next(line.split(":")[1].strip() for line in text if line.startswith("model name"))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    version = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.splitlines()[0]
    return f"{os.cpu_count()} cores of an {model}, {memory:.0f} GB, Linux {os.uname().release.split('-')[0]}, {version}"


def write(work, docs):
    groups = group(lines(work))
    busy = max(line["load"] for line in lines(work))
    text = [BEGIN, "", f"Machine: {machine()}; {THREADS} threads each."]
    text += [f"Load average when a search began: at most {busy:.1f}.", ""]
    for number, (key, found) in enumerate(groups.items()):
        name = f"neighbors-{key[0]}-{key[1]}.svg"
        with open(os.path.join(docs, "images", name), "w") as file:
            file.write(plot(key, found))
        text += table(key, found) + [f"![Recall over time, {title(key)}](images/{name})", ""]
    text += ["### At equal recall", "", "For each peer, Kith's cheapest search that finds at least as much.", ""]
    text += ["| data | peer | recall | Kith | recall | times the processor time | times the time |", "|---|---|---|---|---|---|---|"]
    for key, found in groups.items():
        text += ratios(key, found)
    text += ["", END]
    page = os.path.join(docs, "benchmarks.md")
    with open(page) as file:
        before, rest = file.read().split(BEGIN)
    with open(page, "w") as file:
        file.write(before + "\n".join(text) + rest.split(END)[1])


def main():
    command, *words = sys.argv[1:]
    {"peer": peer, "run": lambda work, *sizes: run(work, sizes), "write": write}[command](*words)


main()
