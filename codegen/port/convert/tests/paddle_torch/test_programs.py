"""What `to_static` compiles, as a whole: layers, `size()` and functions of einops compute what they compute outside of programs."""

from __future__ import annotations

import importlib.util

import paddle
import pytest
from conftest import arrays, assert_same, values
from test_layers import CASES, IMAGE, STEPS, fill

from paddle_torch import paddle_layers, recurrent
from paddle_torch.extensions import programs, split  # noqa: F401
from paddle_torch.extensions import values as _  # noqa: F401
from paddle_torch.in_place import augmented

FURTHER = [
    ("torch.nn.ReLU()", lambda: paddle_layers.TorchReLU(), "layer(x)", {"x": IMAGE}),
    ("torch.nn.ReLU(inplace=True)", lambda: paddle_layers.TorchReLU(inplace=True), "layer(x * 1)", {"x": IMAGE}),
    ("torch.nn.Dropout(0.0)", lambda: paddle_layers.TorchDropout(0.0), "layer(x)", {"x": IMAGE}),
    ("torch.nn.PixelShuffle(2)", lambda: paddle_layers.TorchPixelShuffle(2), "layer(x)", {"x": IMAGE}),
    ("torch.nn.GRUCell(3, 4)", lambda: recurrent.GRUCell(3, 4), "layer(x[0])", {"x": STEPS}),
]


MODEL = """
import paddle


class Model(paddle.nn.Layer):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, {inputs}):
        layer = self.layer
        return {call}
"""


def model(folder, layer, inputs, call):
    """A model in a file, from which `to_static` reads its code."""
    path = folder / "model.py"
    path.write_text(MODEL.format(inputs=", ".join(inputs), call=call))
    spec = importlib.util.spec_from_file_location("model", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Model(layer)


def compiled(function, inputs):
    """The results in a program, and outside of one."""
    tensors = [paddle.to_tensor(value) for value in inputs]
    outside = arrays(function(*tensors))
    return arrays(paddle.jit.to_static(function, full_graph=True)(*tensors)), outside


@pytest.mark.parametrize(("in_torch", "make", "call", "inputs"), CASES + FURTHER, ids=[case[0] for case in CASES + FURTHER])
def test_layers(tmp_path, in_torch, make, call, inputs):
    """Layers with parameters, and such that call a layer of Paddle below them."""
    layer = make()
    if layer is None:
        pytest.skip("Paddle's `eval` returns nothing")
    layer = model(tmp_path, fill(layer), inputs, call)
    layer.eval()
    assert_same(*compiled(layer, inputs.values()))


def test_sizes():
    """The number of elements, the shape, and the length of a dimension, also of one that only a call knows."""

    def function(x):
        rows, columns = x.size()[:2]
        return x.reshape([x.size(0), -1]) * columns + rows + x.size(-1)

    assert_same(*compiled(function, [IMAGE]))
    shape = paddle.static.InputSpec([None, None, 3], "float32")
    program = paddle.jit.to_static(function, input_spec=[shape], full_graph=True)
    for value in (values((5, 2, 3)), values((4, 6, 3))):
        assert_same(arrays(program(paddle.to_tensor(value))), arrays(function(paddle.to_tensor(value))))


def test_shapes():
    """Shapes that are compared, joined and counted."""

    def function(x):
        rows = x.view(x.size(0), -1) if x.size() == [2, 4, 6, 6] else x
        parts = x.split(2, dim=1)
        return [rows, x.view([8, 36]), x.view_as(x).relu(), *parts, x * x.size().numel()]

    assert_same(*compiled(function, [IMAGE]))


def test_changes_in_place():
    """What is returned is right, although programs change nothing in place."""
    linear, relu = paddle.nn.Linear(3, 3), paddle_layers.TorchReLU(inplace=True)

    def function(x):
        y = linear(x)
        y = augmented.add(y, 1)
        return relu(y)

    assert_same(*compiled(function, [STEPS]))


def test_einops():
    """Layers of einops, and functions that call others of the same name."""
    einops = pytest.importorskip("einops")
    layers = pytest.importorskip("einops.layers.paddle")
    pytest.importorskip("paddle_torch.extensions.einops_code")
    layer = layers.Rearrange("b (h p) c -> (b h) (p c)", p=2)

    def function(x):
        packed, shapes = einops.pack([x, x], "* c")
        return [layer(x), *einops.unpack(packed, shapes, "* c")]

    assert_same(*compiled(function, [values((4, 2, 3))]))
