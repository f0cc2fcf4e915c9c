"""Extensions of Paddle, in-place changes, hooks, and what else has effects."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys

import paddle
import pytest
from conftest import arrays, assert_same

import paddle_torch

MODULES = sorted(module.name for module in pkgutil.walk_packages(paddle_torch.__path__, "paddle_torch."))


@pytest.mark.parametrize("module", [name for name in MODULES if not name.endswith("pretrained_models")])
def test_a_module_can_be_imported_alone(module):
    """No module needs that another one was imported before, and none is part of a circle."""
    child = os.fork()
    if not child:
        for name in [name for name in sys.modules if name.startswith("paddle_torch")]:
            del sys.modules[name]
        try:
            importlib.import_module(module)
            os._exit(0)
        except BaseException:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("operators", "torch.tensor([1, 2]) + 0.5"), ("operators", "2 ** torch.tensor([1.0, 2.0])"),
        ("operators", "torch.tensor([3, -4]) // 2"), ("operators", "torch.maximum(torch.tensor([1, 5]), torch.tensor(2.5))"),
        ("shapes", "torch.cat([torch.tensor([1]), torch.tensor([2.5])])"), ("shapes", "torch.tensor([1, 2, 3, 4, 5]).chunk(2)"),
        ("shapes", "torch.where(torch.tensor([True, False]), torch.tensor([1, 2]), torch.tensor([0.5, 1.5]))"),
        ("values", "torch.tensor([1.0, 5.0]).clamp(min=torch.tensor([2.0, 2.0]))"), ("values", "torch.tensor([-3.5, 3.5]).fmod(2)"),
        ("reductions", "torch.tensor([True, True]).cumsum(0)"),
        ("indexing", "torch.tensor([[True, False]]).gather(1, torch.tensor([[1, 0]]))"),
        ("linalg", "torch.tensor([1.0, 2.0]).addmv(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([1.0, 1.0]), beta=2)"),
        ("creation", "torch.tensor([1.0]).new_tensor([2.0, 3.0])"),
    ],
)  # fmt: skip
def test_extension(torch, module, code):
    """Paddle takes PyTorch's arguments, and computes the same."""
    importlib.import_module(f"paddle_torch.extensions.{module}")
    mine = eval(code.replace("torch.tensor", "paddle.to_tensor").replace("torch.", "paddle."), {"paddle": paddle})
    assert_same(arrays(mine), torch(code))


def test_augmented_assignment_keeps_the_memory():
    """Other names of a tensor change, too."""
    from paddle_torch.in_place import augmented

    x = paddle.ones([3])
    y = x
    assert augmented.add(x, 2) is y and y.tolist() == [3, 3, 3]
    items = [1, 2]
    augmented.add_item(items, 0, 5)
    assert items == [6, 2]
    leaf = paddle.ones([1])
    leaf.stop_gradient = False
    with pytest.raises(RuntimeError, match="in-place"):
        augmented.multiply(leaf, 2)


def test_backward_hooks_get_the_gradients():
    """The hook sees the gradients of the outputs, and replaces those of the inputs."""
    importlib.import_module("paddle_torch.extensions.hooks")
    layer, seen = paddle.nn.Linear(2, 2), []
    handle = layer.register_full_backward_hook(lambda layer, inputs, outputs: seen.append(outputs) or (inputs[0] * 0,))
    x = paddle.ones([1, 2])
    x.stop_gradient = False
    layer(x).sum().backward()
    assert seen[0][0].tolist() == [[1, 1]] and x.grad.tolist() == [[0, 0]]
    handle.remove()
    layer(x).sum().backward()
    assert len(seen) == 1


def test_placeholders_fail_when_they_are_used():
    """Mentioning a placeholder works."""
    from paddle_torch.placeholders import unconverted

    placeholder = unconverted("torch.nothing")
    assert not isinstance(1, placeholder)
    with pytest.raises(NotImplementedError, match="torch.nothing"):
        placeholder()


def test_complex_values_are_moved():
    """Gathering, splitting and repeating complex values, for which Paddle has no kernels, with gradients."""
    importlib.import_module("paddle_torch.extensions.complex_values")
    x = paddle.complex(paddle.arange(6.0).reshape([3, 2]), paddle.ones([3, 2]))
    x.stop_gradient = False
    first, *others = paddle.split(x, 3)
    assert first.tolist() == [[1j, 1 + 1j]] and len(others) == 2
    assert x.repeat_interleave(2, 1)[1].tolist() == [2 + 1j, 2 + 1j, 3 + 1j, 3 + 1j]
    first.abs().sum().backward()
    assert x.grad.shape == [3, 2]
