"""An absent optional input has no gradient: absent_inputs.py PACKAGE FRAMEWORK"""

import importlib
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

import numpy

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])

X = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
WEIGHT = [2.0, 3.0]


def with_gradient(values):
    if sys.argv[2] == "torch":
        return framework.tensor(values, requires_grad=True)
    return framework.to_tensor(values, stop_gradient=False)


def check(function, gives_weight):
    x, weight = with_gradient(X), with_gradient(WEIGHT)
    function(x, weight if gives_weight else None).sum().backward()
    expected = [WEIGHT if gives_weight else [1.0, 1.0]] * 3
    assert numpy.array_equal(x.grad.numpy(), expected), x.grad
    if gives_weight:
        assert numpy.array_equal(weight.grad.numpy(), [9.0, 12.0]), weight.grad
    else:
        assert weight.grad is None


for gives_weight in [True, False]:
    check(package.scaled_rows, gives_weight)

if sys.argv[2] == "torch":
    operators = getattr(framework.ops, sys.argv[1])
    for device in ["cpu", "meta"]:
        one = framework.ones(3, 2, device=device)
        with framework.no_grad():
            gradients = operators.scaled_rows_grad(one, None, one)
        assert gradients[0].shape == (3, 2) and gradients[1] is None, gradients
        assert package.biased(one, None).dtype == framework.float32
else:

    class Layer(framework.nn.Layer):
        def forward(self, x, weight):
            return package.scaled_rows(x * 1, weight)

    # Paddle's programs have no gradients of operators without such an input.
    check(framework.jit.to_static(Layer(), full_graph=True), True)
