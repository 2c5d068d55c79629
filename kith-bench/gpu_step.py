"""gpu_step.py [ROWS …]: the paper's training step in PyTorch, eager and compiled, as thousand rows/s on one GPU.

Batches have 1024 and 2048 rows unless said otherwise.
"""
import sys
import time

import torch

WIDTHS = [351, 2000, 2000, 2000, 2000, 39]
ROWS, BLOCK, STEPS = 1 << 17, 32, 600


class Step(torch.nn.Module):
    def __init__(self):
        super().__init__()
        layers = []
        for l, (i, o) in enumerate(zip(WIDTHS, WIDTHS[1:])):
            layers.append(torch.nn.Linear(i, o))
            if l + 2 < len(WIDTHS):
                layers += [torch.nn.ReLU(), torch.nn.Dropout(0.2)]
        self.net = torch.nn.Sequential(*layers)

    def forward(self, x, targets, label_weights, w):
        log_p = torch.log_softmax(self.net(x).float(), 1)
        p = log_p.exp()
        supervised = -(targets * log_p * label_weights).sum()
        d = w.sum(1, keepdim=True)
        graph = (p * (d * log_p - w @ log_p)).sum() / len(x)
        return supervised + 0.05 * graph


def rate(batch, compiled, bf16):
    torch.manual_seed(1)
    x_all = torch.rand(ROWS, WIDTHS[0], device="cuda") * 2 - 1
    t_all = torch.nn.functional.one_hot(torch.randint(0, 39, (ROWS,), device="cuda"), 39).float()
    w_all = (torch.arange(ROWS, device="cuda") % 20 == 0).float()
    entries = torch.arange(batch, device="cuda").repeat_interleave(6)
    offsets = torch.tensor([-3, -2, -1, 1, 2, 3], device="cuda").repeat(batch)
    to = entries // BLOCK * BLOCK + (entries % BLOCK + offsets) % BLOCK
    step = Step().cuda()
    optimizer = torch.optim.Adagrad(step.parameters(), lr=1e-6, foreach=True)

    def loss_of(rows):
        w = torch.zeros(batch, batch, device="cuda").index_put((entries, to), torch.tensor(0.6, device="cuda"))
        weights = w_all[rows].unsqueeze(1)
        with torch.autocast("cuda", torch.bfloat16, enabled=bf16):
            return step(x_all[rows], t_all[rows], weights / weights.sum().clamp_min(1), w)

    move = optimizer.step
    if compiled:
        loss_of, move = torch.compile(loss_of, mode="reduce-overhead"), torch.compile(move)

    def take():
        optimizer.zero_grad(set_to_none=True)
        loss_of(torch.randint(0, ROWS, (batch,), device="cuda")).backward()
        move()

    for _ in range(STEPS // 4):
        take()
    best = 0
    for _ in range(3):
        torch.cuda.synchronize()
        began = time.time()
        for _ in range(STEPS):
            take()
        torch.cuda.synchronize()
        best = max(best, batch * STEPS / (time.time() - began))
    return best


for batch in [int(rows) for rows in sys.argv[1:]] or [1024, 2048]:
    for name, precision, bf16 in ("float32", "highest", False), ("tf32", "high", False), ("bf16", "high", True):
        torch.set_float32_matmul_precision(precision)
        eager, compiled = rate(batch, False, bf16), rate(batch, True, bf16)
        print(f"torch B={batch} {name:8} eager {eager / 1e3:5.0f}k rows/s  compiled {compiled / 1e3:5.0f}k rows/s", flush=True)
