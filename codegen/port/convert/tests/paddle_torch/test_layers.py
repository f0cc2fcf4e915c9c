"""Layers: with the same parameters they compute what PyTorch's compute, under the same names."""

from __future__ import annotations

import numpy
import paddle
import pytest
from conftest import arrays, assert_same, outputs_and_gradients, values

from paddle_torch import containers, convolution, layers, losses, normalization, pooling, recurrent, transformer
from paddle_torch.extensions.containers import container_extensions

STEPS = values((5, 2, 3))
IMAGE = values((2, 4, 6, 6))

# The layer of PyTorch, the helper, how it is called, and the inputs.
CASES = [
    ("torch.nn.Linear(3, 4)", lambda: layers.TorchLinear(3, 4), "layer(x)", {"x": STEPS}),
    ("torch.nn.Bilinear(3, 3, 2)", lambda: layers.TorchBilinear(3, 3, 2), "layer(x, x)", {"x": STEPS}),
    ("torch.nn.PReLU(4)", lambda: layers.TorchPReLU(4), "layer(x)", {"x": IMAGE}),
    ("torch.nn.Conv2d(4, 6, 3, 2, 1, groups=2)", lambda: convolution.TorchConv2d(4, 6, 3, 2, 1, groups=2), "layer(x)", {"x": IMAGE}),
    ("torch.nn.Conv2d(4, 2, 3, padding=2, padding_mode='circular')", lambda: convolution.TorchConv2d(4, 2, 3, padding=2, padding_mode="circular"), "layer(x)", {"x": IMAGE}),
    ("torch.nn.ConvTranspose2d(4, 2, 3, 2)", lambda: convolution.TorchConvTranspose2d(4, 2, 3, 2), "layer(x, [14, 13])", {"x": IMAGE}),
    ("torch.nn.MaxPool2d(3, 2, 1)", lambda: pooling.TorchMaxPool2d(3, 2, 1), "layer(x)", {"x": IMAGE}),
    ("torch.nn.BatchNorm2d(4)", lambda: normalization.TorchBatchNorm2d(4), "layer(x)", {"x": IMAGE}),
    ("torch.nn.BatchNorm2d(4).eval()", lambda: normalization.TorchBatchNorm2d(4).eval() or None, "layer(x)", {"x": IMAGE}),
    ("torch.nn.InstanceNorm2d(4, affine=True)", lambda: normalization.TorchInstanceNorm2d(4, affine=True), "layer(x)", {"x": IMAGE}),
    ("torch.nn.GroupNorm(2, 4)", lambda: normalization.TorchGroupNorm(2, 4), "layer(x)", {"x": IMAGE}),
    ("torch.nn.LayerNorm([6, 6])", lambda: normalization.TorchLayerNorm([6, 6]), "layer(x)", {"x": IMAGE}),
    ("torch.nn.LSTM(3, 4, 2, bidirectional=True)", lambda: recurrent.TorchLSTM(3, 4, 2, bidirectional=True), "layer(x)[0]", {"x": STEPS}),
    ("torch.nn.LSTM(3, 4, proj_size=2)", lambda: recurrent.TorchLSTM(3, 4, proj_size=2), "layer(x)[0]", {"x": STEPS}),
    ("torch.nn.GRU(3, 4, batch_first=True)", lambda: recurrent.TorchGRU(3, 4, batch_first=True), "layer(x)", {"x": STEPS}),
    ("torch.nn.RNN(3, 4, bias=False)", lambda: recurrent.TorchRNN(3, 4, bias=False), "layer(x)", {"x": STEPS}),
    ("torch.nn.LSTMCell(3, 4)", lambda: recurrent.TorchLSTMCell(3, 4), "layer(x[0])", {"x": STEPS}),
    ("torch.nn.GRUCell(3, 4)", lambda: recurrent.TorchGRUCell(3, 4), "layer(x[0])", {"x": STEPS}),
    ("torch.nn.MultiheadAttention(4, 2)", lambda: transformer.TorchMultiheadAttention(4, 2), "layer(x, x, x)", {"x": values((5, 2, 4))}),
    ("torch.nn.TransformerEncoderLayer(4, 2, 8, 0.0)", lambda: transformer.TorchTransformerEncoderLayer(4, 2, 8, 0.0), "layer(x)", {"x": values((5, 2, 4))}),
    ("torch.nn.TransformerDecoderLayer(4, 2, 8, 0.0, norm_first=True)", lambda: transformer.TorchTransformerDecoderLayer(4, 2, 8, 0.0, norm_first=True), "layer(x, x * 2)", {"x": values((5, 2, 4))}),
    ("torch.nn.Transformer(4, 2, 1, 1, 8, 0.0)", lambda: transformer.TorchTransformer(4, 2, 1, 1, 8, 0.0), "layer(x, x * 2)", {"x": values((5, 2, 4))}),
    ("torch.nn.CrossEntropyLoss(label_smoothing=0.1)", lambda: losses.TorchCrossEntropyLoss(label_smoothing=0.1), "layer(x, y)", {"x": values((4, 3)), "y": numpy.array([0, 2, 1, 1])}),
    ("torch.nn.HuberLoss()", lambda: losses.TorchHuberLoss(), "layer(x, y)", {"x": values((4, 3)), "y": values((4, 3), 1.0)}),
]


def fill(layer):
    """Gives the parameters of a layer known values, and returns the layer."""
    for number, parameter in enumerate(layer.parameters()):
        known = 0.5 * numpy.sin(number + 0.7 * numpy.arange(parameter.size))
        parameter.set_value(known.reshape(parameter.shape).astype("float32"))
    return layer


@pytest.mark.parametrize(("in_torch", "make", "call", "inputs"), CASES, ids=[case[0] for case in CASES])
def test_results_and_parameters(torch, in_torch, make, call, inputs):
    """The names, the shapes, the description, the results and the gradients are those of PyTorch."""
    layer = make()
    if layer is None:
        pytest.skip("Paddle's `eval` returns nothing")
    names = torch(f"[(name, list(p.shape)) for name, p in {in_torch}.named_parameters()]")
    assert [[name, list(p.shape)] for name, p in layer.named_parameters()] == names
    assert type(layer).__name__ == torch(f"type({in_torch}).__name__")
    fill(layer)
    function = eval(f"lambda {', '.join(inputs)}: {call}", {"layer": layer})
    expected = torch(f"(lambda layer: {call})(fill({in_torch}))", **inputs)
    assert_same(outputs_and_gradients(function, inputs), expected)


def test_running_values_follow_the_input(torch):
    """Batch normalisation keeps PyTorch's running mean and unbiased variance."""
    layer = normalization.TorchBatchNorm2d(4)
    layer(paddle.to_tensor(IMAGE))
    code = f"""
layer, x = torch.nn.BatchNorm2d(4), 2 * numpy.sin(1.7 * numpy.arange({IMAGE.size})).reshape({IMAGE.shape})
layer(torch.tensor(x, dtype=torch.float32))
[layer.running_mean, layer.running_var, layer.num_batches_tracked]
"""
    assert_same(arrays([layer.running_mean, layer.running_var, layer.num_batches_tracked]), torch(code))


def test_a_layer_is_an_instance_of_the_layer_that_stands_for_the_same():
    """Two converted packages have two classes for one layer of PyTorch."""

    class Other(layers.TorchLayer, stands_for="Linear"):
        pass

    class Mine(layers.TorchLinear):
        pass

    assert isinstance(layers.TorchLinear(1, 1), Other) and isinstance(Mine(1, 1), layers.TorchLinear)
    assert not isinstance(layers.TorchLinear(1, 1), Mine)
    assert Mine.__name__ == "Mine" and layers.TorchLinear.__name__ == "Linear"


def test_parameters_in_a_list():
    """An assignment replaces a parameter, so that it can be shared; other values may stand in the list."""
    parameters = [paddle.nn.Parameter(paddle.full([2], float(number))) for number in range(3)]
    shared = containers.TorchParameterList(parameters)
    mine = containers.TorchParameterList([paddle.nn.Parameter(paddle.zeros([2])), None])
    mine[0] = shared[-1]
    mine += [paddle.ones([2])]
    assert mine[0] is parameters[2] and mine[1] is None and len(mine) == 3 and len(list(mine)) == 3
    assert [name for name, _ in mine.named_parameters()] == ["0", "2"]
    assert [float(value.sum()) for value in shared[1:]] == [2.0, 4.0]
    assert shared.pop(0) is parameters[0] and shared[0] is parameters[1] and len(shared) == 2
    with pytest.raises(IndexError):
        shared[2]


def test_tensors_in_a_dictionary():
    """An assignment makes a parameter of a tensor."""
    container_extensions()
    parameters = paddle.nn.ParameterDict()
    parameters["a"] = first = paddle.nn.Parameter(paddle.zeros([2]))
    parameters["b"] = paddle.ones([3])
    assert parameters["a"] is first and list(parameters.keys()) == ["a", "b"]
    assert not parameters["b"].stop_gradient and parameters["b"].tolist() == [1, 1, 1]


def test_frozen_parameters_of_recurrent_layers(torch):
    """Parameters without a gradient stay without one, and the others get theirs."""
    layer = fill(recurrent.TorchRNN(3, 4))
    layer.weight_hh_l0.stop_gradient = True
    layer(paddle.to_tensor(STEPS))[0].sum().backward()
    code = f"""
layer = fill(torch.nn.RNN(3, 4))
layer.weight_hh_l0.requires_grad_(False)
x = 2 * numpy.sin(1.7 * numpy.arange({STEPS.size})).reshape({STEPS.shape})
layer(torch.tensor(x, dtype=torch.float32))[0].sum().backward()
[layer.weight_ih_l0.grad, layer.bias_ih_l0.grad, layer.weight_hh_l0.grad]
"""
    found = [layer.weight_ih_l0.grad.numpy(), layer.bias_ih_l0.grad.numpy(), layer.weight_hh_l0.grad]
    assert_same(found, torch(code))
    for parameter in layer.parameters():
        parameter.stop_gradient = True
    assert layer(paddle.to_tensor(STEPS))[0].stop_gradient
