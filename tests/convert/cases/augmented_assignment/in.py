"""Augmented assignments: which of them change a tensor that something else refers to."""
import math
from collections import defaultdict

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, dim, depth=2, norm=nn.BatchNorm2d):
        super().__init__()
        dim *= 2  # an argument
        depth += 1
        self.conv = nn.Conv2d(dim, dim, 3)
        self.net = nn.Sequential(nn.Conv2d(dim, dim, 3), nn.BatchNorm2d(dim))
        self.norm = norm(dim)
        self.drop = nn.ReLU(inplace=True)
        self.calls = 0
        self.names = []
        self.register_buffer("total", torch.zeros(4))

    def forward(self, x):
        self.calls += 1
        self.names += ["a"]
        self.total += x.sum()
        out = self.conv(x)
        out += x  # the layer's result is new
        out = self.net(out)
        out -= x
        out = self.norm(out)
        out *= x  # any layer may be `norm`
        out = self.drop(out)
        out /= 2
        return out


def numbers(x, n: int, shape):
    n += 1
    b, c = x.shape
    b //= 2
    c **= 2
    size = x.size(0) * 2
    size -= b
    text = "a"
    text += f"{x}"
    root = math.sqrt(c)
    root /= 2
    for i, row in enumerate(shape):
        i += 1
    array = np.zeros(3)
    array += 1
    items = [x]
    items += [x]
    return n, b, c, size, text, root, items


def new_tensors(x, y):
    a = x + y
    a += 1
    a = a.view(-1)
    a *= a.size(0)
    mask = x > 0
    mask &= y > 0
    mask |= x < -1
    loss = 0
    for row in x:
        loss += F.mse_loss(row, y)
    loss /= len(x)
    for _ in range(3):
        step = torch.rand(2)
        step %= 1
        x.append(step)
    if y is None:
        z = torch.zeros(2)
    else:
        z = torch.exp(y).mean(0)
    z <<= 1
    return a, mask, loss, z


def aliases(x, y, model):
    a = x.clone()
    b = a
    a += y
    c = a * 2
    kept = [c]
    c -= 1
    losses, loss = [], 0
    for row in x:
        loss += row.sum()
        losses.append(loss)
    x += y
    for p in model.parameters():
        p -= 0.1 * p.grad
    for row in x:
        row ^= 1
    d = torch.zeros(3)
    d >>= 1
    later = lambda: d
    d //= 2
    return b, kept, later


@torch.no_grad()
def update(params, lr):
    for p in params:
        p.data -= lr * p.grad
        view = p.view(-1)
        view *= 2


def views(a, i):
    v = a.view(-1)
    v *= 2
    w = a[i]
    w += 1
    t = (a * 2).t()
    t += 1
    return a


def items(x, y, keys):
    x[:, 1:] += 1
    x[x > 0] -= 1
    x[[0, 2]] *= y
    x[..., None] /= 2
    x[~(x > 1)] = 3
    t = torch.zeros(3)
    t[0] += 1
    counts = defaultdict(int)
    sums = {}
    for k in keys:
        counts[k] += 1
        sums[k] = y
        sums[k] += y
    tensors = [x, y]
    tensors[0] /= 2
    keys[len(keys) - 1][x, 1] |= 1
    return counts, tensors


def layout(self, x):
    self.a.b \
        += x
    x += (
        # the operand
        x * 2
    )
    if x is None: x += 1; x -= 1
    self.layers[0].weight.data *= 2
    self.find(x).weight *= 2
    x @= x
    x += yield
    x += torch.lambda_that_is_unknown(x)
