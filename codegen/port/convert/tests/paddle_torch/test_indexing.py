"""Subscripts: every form of an index selects and changes what it does in PyTorch."""

from __future__ import annotations

import itertools

import numpy
import paddle
from conftest import received

from paddle_torch import indexing

# Each form of an index, as text. `index` and `mask` make tensors, and there is a mask for each length.
FORMS = ["1", "-1", "1:3", "::2", ":", "None", "...", "[0, 2]", "[[0, 1], [2, -1]]", "index([0, 2])", "index([[0], [1]])", "index(1)"]
FORMS += ["True", "False", "numpy.array([0, -2])", "index([])", "mask(4)", "mask(3)", "mask(5)", "mask(4, 3)", "mask(3, 5)", "nothing(3)"]
SHAPE = (4, 3, 5)

# Runs in both frameworks. A key that cannot be read has the result `None`, and one that cannot be assigned no values.
PROGRAM = """
def fill(*shape):
    return (numpy.arange(numpy.prod(shape)) * 7 % 5 < 2).reshape(shape)
def results(keys, start, tensor, get, put, scope):
    found = []
    for text in keys:
        key = eval(f"KEY[{text}]", dict(scope, numpy=numpy, KEY=type("", (), {"__getitem__": lambda self, key: key})()))
        try:
            part = get(start(), key)
        except (IndexError, RuntimeError, TypeError, ValueError):
            found.append(None)
            continue
        values = part.flatten().tolist()
        found.append([list(part.shape), values])
        for value in 7.0, -tensor(numpy.arange(len(values)).reshape(list(part.shape)) + 1.0):
            x = start()
            try:
                put(x, key, value)
                found[-1].append(x.flatten().tolist())
            except (IndexError, RuntimeError, TypeError, ValueError):
                found[-1].append(None)
    return found
"""


def keys() -> list[str]:
    """All keys of one and two forms, and some longer ones."""
    chosen = [*itertools.product(FORMS, repeat=1), *itertools.product(FORMS, repeat=2)]
    chosen += list(itertools.product(FORMS, repeat=3))[::29] + list(itertools.product(FORMS, repeat=4))[::997]
    # PyTorch 1 takes one truth value at most, and no other index beside a mask of several dimensions.
    wide = {"mask(4, 3)", "mask(3, 5)"}
    short = [key for key in chosen if key.count("...") < 2 and sum(form in ("True", "False") for form in key) < 2]
    return [", ".join(key) for key in short if len(key) == 1 or not wide & set(key)]


def is_as_expected(found, expected) -> bool:
    """Whether both have the same results. Older releases of PyTorch refuse some assignments."""
    if found is None or expected is None:
        return found == expected
    return all(other is None or one == other for one, other in zip(found, expected))


def test_keys(torch):
    """The table of all forms has the same results in both frameworks, errors included."""
    in_torch = "torch.tensor(value, dtype=torch.long)"
    code = f"{PROGRAM}\nscope = dict(index=lambda value: {in_torch}, mask=lambda *s: torch.tensor(fill(*s)), nothing=lambda s: torch.zeros(s) > 0)"
    start = f"lambda: torch.arange({float(numpy.prod(SHAPE))}).reshape({SHAPE})"
    changed = "lambda x, key, value: x.__setitem__(key, value)"
    arguments = f"{keys()}, {start}, lambda a: torch.tensor(a, dtype=torch.float32), lambda x, key: x[key], {changed}, scope"
    expected = received(torch(f"{code}\nresults({arguments})"))
    program: dict = {"numpy": numpy}
    exec(PROGRAM, program)

    def index(value):
        return paddle.to_tensor(value, dtype="int64") if value != [] else paddle.zeros([0], "int64")

    scope = {
        "index": index,
        "mask": lambda *shape: paddle.to_tensor(program["fill"](*shape)),
        "nothing": lambda length: paddle.zeros([length], "bool"),
    }
    found = program["results"](
        keys(),
        lambda: paddle.arange(float(numpy.prod(SHAPE))).reshape(SHAPE),
        lambda array: paddle.to_tensor(array, dtype="float32"),
        indexing.get_item,
        indexing.set_item,
        scope,
    )
    wrong = [key for key, one, other in zip(keys(), found, expected) if not is_as_expected(one, other)]
    assert not wrong, wrong
    assert sum(result is not None for result in expected) > 300


def test_gradients_of_assignments():
    """The value and what is left get their gradients, also if the value is another part of the tensor."""
    x = paddle.ones([2, 2])
    x.stop_gradient = False
    z = x.clone()
    z[:, ::2] = 0
    z[0] = z[1]
    z.sum().backward()
    assert x.grad.tolist() == [[0, 0], [0, 2]]
    x.clear_gradient()
    value = paddle.full([1, 2], 3.0)
    value.stop_gradient = False
    z = x.clone()
    z[None, [1]] = value
    (z * z).sum().backward()
    assert x.grad.tolist() == [[2, 2], [0, 0]]
    assert value.grad.tolist() == [[6, 6]]
