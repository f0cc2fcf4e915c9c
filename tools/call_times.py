#!/usr/bin/env python3
"""Compares the times of calls of PaddlePaddle with generated functions and with the framework's: call_times.py PYTHON LIBRARY.

PYTHON has the framework. LIBRARY has generated functions and is linked as those of `tests/run` are, but compiled with `-O2`. Each side
runs in processes of its own, in turn. A time is the shortest of many short runs, because other work on the machine makes them longer.
Prints a table in Markdown: time with the library divided by time without, for small tensors and for large ones, and the peaks of memory.
"""

import json
import math
import subprocess
import sys

TURNS = 3
CALLS = r"""
import ctypes, json, math, os, resource, sys, time
import zlib  # before the framework, whose library has other functions of these names
library, shape = sys.argv[1], [int(size) for size in sys.argv[2:]]
small = math.prod(shape) < 100
if library:
    ctypes.CDLL(library, mode=os.RTLD_LAZY)
import numpy, paddle
from paddle.nn import functional as F

def tensor(seed):
    values = numpy.random.default_rng(seed).random(shape, dtype="float32") + 0.1
    return paddle.to_tensor(values)

x, y, w = tensor(1), tensor(2), tensor(3)
a, b = tensor(1), tensor(2)
a.stop_gradient = b.stop_gradient = False
flags = x > y
calls = {name: lambda f=getattr(paddle, name): f(x) for name in (
    "abs cos exp floor log mean neg rsqrt sigmoid sin sqrt square sum tanh zeros_like".split())}
calls.update((name, lambda f=getattr(paddle, name): f(x, y)) for name in (
    "add subtract multiply divide maximum minimum equal less_than".split()))
calls.update((name, lambda f=getattr(F, name): f(x)) for name in "relu gelu silu softplus softmax".split())
calls.update((name, lambda f=getattr(w, name): f()) for name in "sigmoid_ tanh_ sqrt_ exp_".split())
calls.update({
    "add_": lambda: w.add_(y),
    "argmax": lambda: paddle.argmax(x, 0),
    "cast": lambda: x.astype("float64"),
    "clip": lambda: paddle.clip(x, 0.0, 1.0),
    "concat": lambda: paddle.concat([x, y]),
    "expand": lambda: paddle.expand(x, [2, *shape]),
    "full": lambda: paddle.full(shape, 1.0),
    "max": lambda: paddle.max(x, 0),
    "reshape": lambda: paddle.reshape(x, [-1]),
    "relu_": lambda: F.relu_(w),
    "reshape_": lambda: w.reshape_(shape),
    "scale_": lambda: w.scale_(1.0),
    "split": lambda: paddle.split(x, 2),
    "squeeze": lambda: paddle.squeeze(x),
    "stack": lambda: paddle.stack([x, y]),
    "tile": lambda: paddle.tile(x, [1, 1]),
    "transpose": lambda: paddle.transpose(x, [1, 0]),
    "unsqueeze": lambda: paddle.unsqueeze(x, 0),
    "where": lambda: paddle.where(flags, x, y),
    "sum, by keyword": lambda: paddle.sum(x=x, axis=0, keepdim=True),
    "concat, by keyword": lambda: paddle.concat(x=[x, y], axis=1),
    "add, with a gradient": lambda: paddle.grad(a + b, [a]),
    "mean, with a gradient": lambda: paddle.grad(paddle.mean(a), [a]),
    "multiply, with a gradient": lambda: paddle.grad(a * b, [a]),
    "relu, with a gradient": lambda: paddle.grad(F.relu(a), [a]),
    "reshape, with a gradient": lambda: paddle.grad(paddle.reshape(a, [-1]), [a]),
    "softmax, with a gradient": lambda: paddle.grad(F.softmax(a), [a]),
    "tanh, with a gradient": lambda: paddle.grad(paddle.tanh(a), [a]),
})
if small:
    calls["matmul"] = lambda: paddle.matmul(x, y, transpose_y=True)
    calls["matmul, with a gradient"] = lambda: paddle.grad(paddle.matmul(a, b, transpose_y=True), [a])

def shortest(call):
    best, runs, end = math.inf, 20 if small else 1, time.perf_counter() + 0.2
    while time.perf_counter() < end or best == math.inf:
        start = time.perf_counter()
        for _ in range(runs):
            call()
        best = min(best, (time.perf_counter() - start) / runs)
    return best * 1e6

times = {name: shortest(call) for name, call in calls.items()}
print(json.dumps([times, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]), flush=True)
os._exit(0)
"""


def measured(python, library, shape):
    """The shortest times of calls in microseconds, and the peak of memory in MiB."""
    command = [python, "-W", "ignore", "-c", CALLS, library, *map(str, shape)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return json.loads(output.splitlines()[-1])


def sides(python, library, shape):
    """Times and peaks without and with the library, the best of some turns."""
    times, peaks = ({}, {}), ([], [])
    for _ in range(TURNS):
        for which, given in enumerate(("", library)):
            found, peak = measured(python, given, shape)
            peaks[which].append(peak)
            for name, time in found.items():
                times[which][name] = min(time, times[which].get(name, time))
    return times, [min(values) for values in peaks]


def main():
    python, library = sys.argv[1:]
    (small, small_peaks), (large, large_peaks) = (
        sides(python, library, shape) for shape in ((2, 4), (4096, 4096))
    )
    print("| call | small: microseconds | ratio | large: milliseconds | ratio |\n| --- | --- | --- | --- | --- |")
    ratios = ([], [])
    for name in small[0]:
        cells = [name]
        for at, ((stock, own), unit) in enumerate(((small, 1), (large, 1000))):
            if name not in stock:
                cells += ["", ""]
                continue
            ratios[at].append(own[name] / stock[name])
            cells += [f"{own[name] / unit:.3g}", f"{ratios[at][-1]:.2f}"]
        print(f"| {' | '.join(cells)} |")
    means = [math.exp(sum(map(math.log, values)) / len(values)) for values in ratios]
    print(f"| all, geometric mean | | {means[0]:.2f} | | {means[1]:.2f} |")
    for label, (stock, own) in (("small", small_peaks), ("large", large_peaks)):
        print(f"\nPeak of memory, {label}: {own:.0f} MiB with the library, {stock:.0f} without.", end="")
    print()


if __name__ == "__main__":
    main()
