"""Functions that differentiate or vectorize others, parametrizations, and gradients of some tensors."""

from __future__ import annotations

import numpy
import paddle
import pytest
from conftest import arrays, assert_same

from paddle_torch import autograd, function_transforms, layers, parametrizations

# What is computed with `f`, which is `torch.func`, on `x`, `y` and `w`; the names are the same in both.
CASES = [
    "f.grad(lambda x: (x**3).sum())(x)",
    "f.grad(lambda x, y: (x * y**2).sum(), argnums=(0, 1))(x, y)",
    "f.grad(lambda p: (p['a'] ** 2).sum() + p['b'][0].sum())({'a': x, 'b': [y]})['a']",
    "f.grad(lambda x: ((x**2).sum(), x + 1), has_aux=True)(x)",
    "f.grad_and_value(lambda x: (x**2).sum())(x)",
    "f.grad(lambda x: f.grad(lambda y: (y**3).sum())(x).sum())(x)",
    "f.jacrev(lambda x: x**2)(x)",
    "f.jacfwd(lambda x, y: x * y, 1)(x, y)",
    "f.hessian(lambda x: (x**3).sum())(x)",
    "f.vmap(lambda x, y: (x * y).sum())(w, w)",
    "f.vmap(lambda x, y: x @ y, in_dims=(1, None))(w, y[:2])",
    "f.vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(w)",
    "f.vmap(f.grad(lambda x: (x**2).sum()))(w)",
    "f.vmap(lambda x, scale: (x * scale).sum())(w, scale=x)",
    "f.vmap(lambda p: (p['a'] * p['b']).sum(), in_dims=({'a': 0, 'b': None},))({'a': w, 'b': x})",
    "f.vjp(lambda x: x**2, x)[1](y)",
]


@pytest.mark.parametrize("code", CASES)
def test_transforms_of_functions(torch, code):
    """The results are those of PyTorch."""

    class Names:
        grad = staticmethod(function_transforms.gradient_function)
        grad_and_value = staticmethod(function_transforms.gradient_and_value)
        jacrev = jacfwd = staticmethod(function_transforms.jacobian_function)
        hessian = staticmethod(function_transforms.hessian_function)
        vmap = staticmethod(function_transforms.vectorized)
        vjp = staticmethod(function_transforms.pullback_of)

    numbers = {"x": [0.5, -1.0, 2.0], "y": [1.5, 0.3, -0.7], "w": [[1.0, 2.0, 0.5], [3.0, -1.0, 0.1]]}
    mine = eval(code, {"f": Names, **{name: paddle.to_tensor(value) for name, value in numbers.items()}})
    expected = "f = __import__('functorch')\n" + "\n".join(f"{n} = torch.tensor({v})" for n, v in numbers.items())
    assert_same(arrays(mine), torch(f"{expected}\n{code}"))


def test_other_parameters_for_one_call():
    """A layer is called with other parameters, and has its own ones afterwards."""
    layer = layers.TorchLinear(2, 1)
    own = layer.weight
    weight = paddle.to_tensor([[1.0, 2.0]])
    weight.stop_gradient = False
    result = function_transforms.functional_call(layer, {"weight": weight, "bias": paddle.zeros([1])}, paddle.ones([1, 2]))
    assert result.tolist() == [[3.0]] and layer.weight is own
    assert paddle.grad(result.sum(), [weight])[0].tolist() == [[1.0, 1.0]]
    with pytest.raises(KeyError):
        function_transforms.functional_call(layer, {"other": weight}, paddle.ones([1, 2]))


def test_gradients_of_some_tensors():
    """Only the given tensors get gradients, which add up."""
    a, b = (paddle.to_tensor(number, stop_gradient=False) for number in (2.0, 3.0))
    for _ in range(2):
        autograd.backward_into((a * b).sum(), inputs=[a])
    assert float(a.grad) == 6.0 and b.grad is None


class Symmetric(paddle.nn.Layer):
    """Makes a matrix symmetric."""

    def forward(self, x):
        return x.triu() + x.triu(1).transpose([1, 0])


def test_parametrizations():
    """A parameter is computed whenever it is read, from an original that is trained."""
    layer = layers.TorchLinear(3, 3)
    kind, before = type(layer), layer.weight
    parametrizations.register_parametrization(layer, "weight", Symmetric())
    assert sorted(layer.state_dict()) == ["bias", "parametrizations.weight.original"]
    assert parametrizations.is_parametrized(layer) and not parametrizations.is_parametrized(layer, "bias")
    assert layer.weight.tolist() == layer.weight.t().tolist() and layer.parametrizations["weight"].original is before
    layer(paddle.ones([1, 3])).sum().backward()
    assert float(before.grad[1, 0]) == 0.0 and float(before.grad[0, 1]) != 0.0
    value = layer.weight.tolist()
    parametrizations.remove_parametrizations(layer, "weight")
    assert type(layer) is kind and layer.weight.tolist() == value and not parametrizations.is_parametrized(layer)


def test_gradients_of_what_a_function_captures():
    """A gradient can be differentiated by tensors that the function uses besides its arguments."""
    w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    x = paddle.to_tensor([3.0, 4.0])
    gradient = function_transforms.gradient_function(lambda a: (a**2 * w).sum())(x)
    ((gradient**2).sum() + w.sum()).backward()
    assert w.grad.tolist() == [73.0, 257.0]
    layer = layers.TorchLinear(2, 1)
    each = function_transforms.vectorized(function_transforms.gradient_function(lambda v: layer(v).square().sum()))
    each(paddle.ones([3, 2])).sum().backward()
    assert layer.weight.grad is not None
    with pytest.raises(RuntimeError):
        function_transforms.gradient_function(lambda a: a * w)(x)


class Exponential(paddle.nn.Layer):
    """Makes numbers positive."""

    def forward(self, x):
        return x.exp()

    def right_inverse(self, value):
        return value.log()


def test_parametrizations_with_an_inverse():
    """The original stays the same parameter, and gets the value that is assigned."""
    layer = layers.TorchLinear(2, 1)
    with paddle.no_grad():
        paddle.assign(paddle.to_tensor([[1.0, 2.0]]), layer.weight)
    original = layer.weight
    original.stop_gradient = True
    parametrizations.register_parametrization(layer, "weight", Exponential())
    parts = layer.parametrizations["weight"]
    assert parts.original is original and parts.original.stop_gradient and len(parts) == 1
    numpy.testing.assert_allclose(layer.weight.numpy(), [[1.0, 2.0]], rtol=1e-6)
    layer.weight = paddle.to_tensor([[3.0, 0.5]])
    numpy.testing.assert_allclose(layer.weight.numpy(), [[3.0, 0.5]], rtol=1e-6)
    with pytest.raises(ValueError):
        parametrizations.register_parametrization(layer, "nothing", Exponential())
    with pytest.raises(ValueError):
        parametrizations.register_parametrization(layer, "bias", paddle.nn.Linear(1, 2))
    parametrizations.remove_parametrizations(layer, "weight")
    assert layer.weight is original
    numpy.testing.assert_allclose(layer.weight.numpy(), [[3.0, 0.5]], rtol=1e-6)
