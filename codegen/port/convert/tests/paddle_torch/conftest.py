"""Compares the helpers with PyTorch, which runs in a process of its own, because its environment has no Paddle.

`OPGEN_TORCH_PYTHON` names a Python that has PyTorch and NumPy.
"""

from __future__ import annotations

import os
import pathlib
import pickle
import subprocess
from typing import Any

import numpy
import paddle
import pytest

HERE = pathlib.Path(__file__).parent


class Torch:
    """Runs code in PyTorch."""

    def __init__(self, python: str) -> None:
        command = [python, str(HERE / "torch_worker.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self, code: str, **inputs: Any) -> Any:
        """The value of an expression, whose tensors become arrays."""
        assert self.process.stdin is not None and self.process.stdout is not None
        sent = {name: {"shape": v.shape, "dtype": str(v.dtype), "data": v.tobytes()} for name, v in inputs.items()}
        pickle.dump((code, sent), self.process.stdin)
        self.process.stdin.flush()
        is_right, value = pickle.load(self.process.stdout)
        assert is_right, value
        return received(value)


def received(value: Any) -> Any:
    """What the worker sent, with arrays."""
    if isinstance(value, dict):
        return numpy.frombuffer(value["data"], value["dtype"]).reshape(value["shape"])
    return [received(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="session")
def torch() -> Any:
    """PyTorch in another process."""
    python = os.environ.get("OPGEN_TORCH_PYTHON")
    if not python:
        pytest.skip("OPGEN_TORCH_PYTHON is not set: it names a Python that has PyTorch")
    worker = Torch(python)
    yield worker
    worker.process.kill()
    worker.process.wait()


def values(shape: tuple[int, ...], first: float = 0.0) -> numpy.ndarray:
    """Numbers between -2 and 2 that are all different."""
    count = int(numpy.prod(shape))
    return (2 * numpy.sin(first + 1.7 * numpy.arange(count))).reshape(shape).astype("float32")


def arrays(value: Any) -> Any:
    """Tensors as arrays, in lists and tuples, too."""
    if isinstance(value, paddle.Tensor):
        return value.numpy()
    if isinstance(value, (list, tuple)):
        return [arrays(item) for item in value]
    return value


def assert_same(mine: Any, theirs: Any) -> None:
    """Both have the same structure, shapes and values."""
    if isinstance(theirs, list):
        assert isinstance(mine, list) and len(mine) == len(theirs), (mine, theirs)
        for one, other in zip(mine, theirs):
            assert_same(one, other)
    elif isinstance(theirs, numpy.ndarray):
        assert list(numpy.shape(mine)) == list(theirs.shape)
        numpy.testing.assert_allclose(mine, theirs, rtol=2e-4, atol=2e-5)
    elif theirs is None:
        assert mine is None
    else:
        assert mine == pytest.approx(theirs, rel=2e-4, abs=1e-6)


def outputs_and_gradients(function: Any, inputs: dict[str, numpy.ndarray]) -> list[Any]:
    """The results of a function, and the gradients of its inputs."""
    tensors = {name: paddle.to_tensor(value) for name, value in inputs.items()}
    floating = [tensor for tensor in tensors.values() if tensor.is_floating_point()]
    for tensor in floating:
        tensor.stop_gradient = False
    results = function(**tensors)
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    loss = sum((r * paddle.arange(r.size, dtype=r.dtype).reshape(r.shape).cos()).sum() for r in results if not r.stop_gradient and r.is_floating_point())
    if isinstance(loss, paddle.Tensor):
        loss.backward()
    return [arrays(results), [None if t.grad is None else t.grad.numpy() for t in floating]]
