"""The training step of the paper's network (351, 4 x 2000, 39; dropout 0.2, graph term, AdaGrad; 1024 rows) in
Kith and in Python's torch, beside the bare matrix products of each, by turns in one run.

    steps.py ROUNDS THREADS...

Best of the rounds. Rows a second need a quiet machine; rows a processor second hold on a busy one.
"""

import os
import subprocess
import sys
import time

ROUNDS = int(sys.argv[1])
WIDTHS = [351, 2000, 2000, 2000, 2000, 39]
ROWS = 1024


def python_works(threads):
    """Two functions, each of which does a piece of work and returns how many rows it went through."""
    import torch
    from torch.nn import functional

    torch.set_num_threads(threads)
    torch.manual_seed(1)
    layers = []
    for a, b in zip(WIDTHS, WIDTHS[1:]):
        layers += [torch.nn.Linear(a, b), torch.nn.ReLU(), torch.nn.Dropout(0.2)]
    net = torch.nn.Sequential(*layers[:-2])
    optimizer = torch.optim.Adagrad(net.parameters(), lr=1e-6)
    x = torch.rand(ROWS, WIDTHS[0]) * 2 - 1
    labeled = torch.arange(0, ROWS, 20)
    labels = labeled % WIDTHS[-1]
    start = torch.arange(ROWS).repeat_interleave(6)
    end = torch.randint(ROWS, (6 * ROWS,))
    weight = torch.full((6 * ROWS, 1), 0.6)

    def step():
        optimizer.zero_grad(set_to_none=True)
        log_p = functional.log_softmax(net(x), 1)
        p = log_p.exp()
        graph = (weight * p[start] * (log_p[start] - log_p[end])).sum() / ROWS
        (functional.nll_loss(log_p[labeled], labels) + 0.05 * graph).backward()
        optimizer.step()
        return ROWS

    def bare():
        with torch.no_grad():
            for l, (a, b) in enumerate(zip(WIDTHS, WIDTHS[1:])):
                h, w = torch.empty(ROWS, a), torch.empty(a, b)
                y = h @ w
                h.t() @ y
                if l > 0:
                    y @ w.t()
        return ROWS

    return {"python torch, step": step, "python torch, bare products": bare}


def measured(work):
    cpu, wall = time.process_time(), time.perf_counter()
    rows = work()
    return rows, time.perf_counter() - wall, time.process_time() - cpu


def kith(server, what):
    server.stdin.write(what + "\n")
    server.stdin.flush()
    rows, wall, cpu = server.stdout.readline().split()
    return int(rows), float(wall), float(cpu)


def compare(threads):
    server = subprocess.Popen(
        ["java", "-Xmx2g", "-cp", os.environ["KITH_CLASSPATH"], "io.kith.bench.StepServer", str(threads)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    works = {
        "Kith, bare products": lambda: kith(server, "bare"),
        "Kith, step": lambda: kith(server, "step"),
    }
    for name, work in python_works(threads).items():
        works[name] = lambda work=work: measured(work)
    works["Kith, bare products of an epoch"] = lambda: kith(server, "bare-epoch")
    works["Kith, whole epoch with its batches"] = lambda: kith(server, "epoch")
    best = {name: (0.0, 0.0) for name in works}
    for round in range(ROUNDS + 1):
        for name, work in works.items():
            rows, wall, cpu = work()
            if round > 0:  # the first warms up
                best[name] = max(best[name][0], rows / wall), max(best[name][1], rows / cpu)
    server.stdin.close()
    server.wait()
    for name, (wall, cpu) in best.items():
        of = "Kith, bare products of an epoch" if "epoch" in name else "Kith, bare products"
        share = f"{100 * wall / best[of][0]:.0f} %", f"{100 * cpu / best[of][1]:.0f} %"
        print(f"| {threads} | {name} | {wall:.0f} | {share[0]} | {cpu:.0f} | {share[1]} |", flush=True)


print("| threads | work | rows/s | of Kith's bare products | rows/processor second | of Kith's bare products |")
print("|---|---|---|---|---|---|", flush=True)
if len(sys.argv) == 3:
    compare(int(sys.argv[2]))
else:  # a process each, because torch takes its number of threads once
    for threads in sys.argv[2:]:
        print(
            subprocess.run(
                [sys.executable, __file__, str(ROUNDS), threads],
                check=True,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads},
            ).stdout.split("\n", 2)[2],
            end="",
            flush=True,
        )
