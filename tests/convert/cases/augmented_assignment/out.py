"""Augmented assignments: which of them change a tensor that something else refers to."""
import math
from collections import defaultdict

import numpy as np
import paddle
from paddle_utils import TorchBatchNorm2d, TorchConv2d, TorchReLU, augmented, container_extensions, extend_array_functions, extend_operators, extend_programs, extend_shapes, extend_subscripts, module_extensions


class Block(paddle.nn.Module):
    def __init__(self, dim, depth=2, norm=TorchBatchNorm2d):
        super().__init__()
        dim = augmented.multiply(dim, 2)  # an argument
        depth += 1
        self.conv = TorchConv2d(dim, dim, 3)
        self.net = paddle.nn.Sequential(TorchConv2d(dim, dim, 3), TorchBatchNorm2d(dim))
        self.norm = norm(dim)
        self.drop = TorchReLU(inplace=True)
        self.calls = 0
        self.names = []
        self.register_buffer("total", paddle.zeros(4))

    def forward(self, x):
        self.calls += 1
        self.names += ["a"]
        self.total = augmented.add(self.total, x.sum())
        out = self.conv(x)
        out += x  # the layer's result is new
        out = self.net(out)
        out -= x
        out = self.norm(out)
        out = augmented.multiply(out, x)  # any layer may be `norm`
        out = self.drop(out)
        out = augmented.divide(out, 2)
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
        loss += paddle.nn.functional.mse_loss(input=row, label=y)
    loss /= len(x)
    for _ in range(3):
        step = paddle.rand(2)
        step %= 1
        x.append(step)
    if y is None:
        z = paddle.zeros(2)
    else:
        z = paddle.exp(y).mean(0)
    z <<= 1
    return a, mask, loss, z


def aliases(x, y, model):
    a = x.clone()
    b = a
    a = augmented.add(a, y)
    c = a * 2
    kept = [c]
    c = augmented.subtract(c, 1)
    losses, loss = [], 0
    for row in x:
        loss = augmented.add(loss, row.sum())
        losses.append(loss)
    x = augmented.add(x, y)
    for p in model.parameters():
        p = augmented.subtract(p, 0.1 * p.grad)
    for row in x:
        row = augmented.bitwise_xor(row, 1)
    d = paddle.zeros(3)
    d = augmented.shift_right(d, 1)
    later = lambda: d
    d = augmented.floor_divide(d, 2)
    return b, kept, later


@paddle.no_grad()
def update(params, lr):
    for p in params:
        p.data = augmented.subtract(p.data, lr * p.grad)
        view = p.view(-1)
        view = augmented.multiply(view, 2)


def views(a, i):
    v = a.view(-1)
    # !!!!!! *=: `v` may be a view of `a`: the values of `a` change, too, but its gradient stays as it was
    v = augmented.multiply(v, 2)
    w = a[i]
    # !!!!!! +=: `w` may be a view of `a`: the values of `a` change, too, but its gradient stays as it was
    w = augmented.add(w, 1)
    t = (a * 2).t()
    t += 1
    return a


def items(x, y, keys):
    x[:, 1:] += 1
    x[x > 0] -= 1
    x[[0, 2]] *= y
    x[..., None] /= 2
    x[~(x > 1)] = 3
    t = paddle.zeros(3)
    t[0] += 1
    counts = defaultdict(int)
    sums = {}
    for k in keys:
        counts[k] += 1
        sums[k] = y
        augmented.add_item(sums, k, y)
    tensors = [x, y]
    augmented.divide_item(tensors, 0, 2)
    augmented.bitwise_or_item(keys[len(keys) - 1], (x, 1), 1)
    return counts, tensors


def layout(self, x):
    self.a.b = augmented.add(self.a.b, x)
    x = augmented.add(x, (
        # the operand
        x * 2
    ))
    if x is None: x = augmented.add(x, 1); x = augmented.subtract(x, 1)
    self.layers[0].weight.data = augmented.multiply(self.layers[0].weight.data, 2)
    # >>>>>> *=: its left side would be evaluated twice
    self.find(x).weight *= 2
    x @= x
    x = augmented.add(x, (yield))
    # >>>>>> torch.lambda_that_is_unknown: there is no rule for it
    x = augmented.add(x, torch.lambda_that_is_unknown(x))
