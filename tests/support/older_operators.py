#!/usr/bin/env python3
"""older_operators.py FOLDER: writes inputs of the programs in `tests/translate/older-operators`, and their results by NumPy.

2.6 does not run these operators. The files have the form of those that `saved_programs.py original` writes.
"""
import sys

import numpy as np

RANDOM = np.random.RandomState(7)


def save(name, feeds, results):
    values = {f"feed:{name}": value for name, value in feeds.items()}
    values |= {f"result:{index}": value.astype("float32") for index, value in enumerate(results)}
    np.savez(f"{sys.argv[1]}/{name}.npz", **values)


def images(*shape):
    return RANDOM.uniform(0.1, 0.9, shape).astype("float32")


def main():
    x = images(2, 1, 3)
    save("shapes", {"in": x}, [x[:, 0], x[:, :, None], x.reshape(2, 3)])
    index = np.array([[0], [3], [1]])
    save("one_hot", {"in": index}, [np.eye(4)[index[:, 0]]])
    x, y = images(2, 3, 4, 5), images(2, 3, 4, 5)
    first, last, other = ((0, 0), (0, 0), (1, 2), (3, 2)), ((0, 0), (1, 2), (3, 2), (0, 0)), ((0, 0), (1, 2), (2, 3), (0, 0))
    save("pad2d", {"in": x, "inb": y}, [
        np.pad(x, first, constant_values=0.5),
        np.pad(x, first, mode="reflect"),
        np.pad(x, first, mode="edge"),
        np.pad(x, last, constant_values=1.5),
        np.pad(x, other, mode="reflect"),
        np.pad(y, first, mode="reflect"),
    ])
    x, out_grad = images(2, 3) - 0.5, images(2, 3)
    save("elu_grad", {"in": x, "og": out_grad}, [out_grad * np.where(x > 0, 1, np.exp(x))])
    x = images(2, 3)
    save("expand_as", {"in": x, "t": images(4, 9)}, [np.tile(x, (2, 3))])
    shapes = {"flatten": (2, 12), "reshape": (6, 4), "transpose": (4, 3, 1, 2), "squeeze": (2, 3, 4), "unsqueeze": (2, 1, 1, 3, 4)}
    grads = {f"{name}.og": images(*shape) for name, shape in shapes.items()}
    whole = (2, 1, 3, 4)
    expected = [grad.transpose(3, 2, 1, 0) if name == "transpose.og" else grad.reshape(whole) for name, grad in grads.items()]
    save("shape-gradients", {"in": images(*whole), **grads}, expected)


main()
