"""An absent optional input has no gradient: absent_inputs.py PACKAGE FRAMEWORK"""

import importlib
import os
import sys
import tempfile
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

import numpy

framework = importlib.import_module(sys.argv[2])
package = importlib.import_module(sys.argv[1])

X = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
WEIGHT = [2.0, 3.0]
ONES = [[1.0, 1.0]] * 3


def with_gradient(values):
    if sys.argv[2] == "torch":
        return framework.tensor(values, dtype=framework.float64, requires_grad=True)
    return framework.to_tensor(values, dtype="float64", stop_gradient=False)


def gradients(function, *values):
    """The gradients of the sum of a function's squared output. A value is None, an array, or a list of arrays."""
    tensors = [[with_gradient(one) for one in value] if isinstance(value, tuple) else value if value is None else with_gradient(value) for value in values]
    out = function(*tensors)
    (out * out).sum().backward()
    flat = [one for tensor in tensors for one in (tensor if isinstance(tensor, list) else [tensor])]
    return out.detach().numpy(), [None if one is None else one.grad.numpy() for one in flat]


def check(function, reference, *values):
    """Compares gradients with differences of the reference, a function of NumPy's arrays."""
    out, found = gradients(function, *values)
    arrays = [value if value is None else [numpy.array(one) for one in value] if isinstance(value, tuple) else numpy.array(value) for value in values]
    numpy.testing.assert_allclose(out, reference(*arrays))
    flat = [one for array in arrays for one in (array if isinstance(array, list) else [array])]
    for array, gradient in zip(flat, found):
        if array is None:
            continue
        assert gradient.shape == array.shape, (gradient.shape, array.shape)
        for at in numpy.ndindex(array.shape):
            before, sums = array[at], []
            for step in (1e-5, -1e-5):
                array[at] = before + step
                sums.append((reference(*arrays) ** 2).sum())
            array[at] = before
            numpy.testing.assert_allclose(gradient[at], (sums[0] - sums[1]) / 2e-5, rtol=1e-4, atol=1e-6)


def rms_norm(x, weight):
    normal = x / numpy.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)
    return normal if weight is None else normal * weight


def scaled_rows(x, weight):
    return x if weight is None else x * weight


def affine(x, weight, bias):
    return (x if weight is None else x * weight) + (0 if bias is None else bias)


# The operator, what it computes, and the values of its arguments.
CASES = [
    *(("rms_norm", rms_norm, X, weight) for weight in (WEIGHT, None)),
    *(("scaled_rows", scaled_rows, X, weight) for weight in (WEIGHT, None)),
    *(("affine", affine, X, weight, bias) for weight in (X, None) for bias in (ONES, None)),
]
for name, reference, *values in CASES:
    check(getattr(package, name), reference, *values)

# A list: each of its tensors has the gradient that the kernel writes, an absent one has none.
for ys in [(X, ONES), (X,), None]:
    out, (x_grad, *ys_grad) = gradients(package.plus, ONES, ys)
    numpy.testing.assert_allclose(out, numpy.array(ONES) + sum(numpy.array(y) for y in ys or ()))
    numpy.testing.assert_allclose(x_grad, 2 * out)
    if ys:
        assert len(ys_grad) == len(ys)
        for y_grad in ys_grad:
            numpy.testing.assert_allclose(y_grad, 2 * out)

# Only optional inputs decide the type.
for dtype in ("float32", "float64"):
    values = framework.ones([3], dtype=getattr(framework, dtype))
    index = framework.zeros([2], dtype=framework.int64)
    for given in ({"a": values}, {"b": values}, {"a": values, "b": values}):
        out = package.chosen_of(index, **given)
        assert out.dtype == values.dtype and (out == 1).all(), out
try:
    package.chosen_of(index)
except Exception as error:
    assert "the data type is unknown" in str(error), error
else:
    sys.exit("a call without a data type was not refused")

if sys.argv[2] == "torch":
    operators = getattr(framework.ops, sys.argv[1])
    for device in ["cpu", "meta"]:
        one = framework.ones(3, 2, device=device)
        with framework.no_grad():
            found = operators.scaled_rows_grad(one, None, one)
            assert found[0].shape == (3, 2) and found[1] is None, found
            found = operators.plus_grad(one, None, one)
            assert found[0].shape == (3, 2) and found[1] == [], found
            found = operators.chosen_of(framework.zeros(2, device=device, dtype=framework.int64), None, one)
            assert found.dtype == framework.float32, found
        assert package.biased(one, None).dtype == framework.float32
else:
    from paddle import inference
    from paddle.static import InputSpec

    class Layer(framework.nn.Layer):
        """Calls an operator with its first argument, and with some of the others."""

        def __init__(self, name, given):
            super().__init__()
            self.function, self.given = getattr(package, name), given
            # Paddle 2.6 loads no program without parameters.
            one = framework.nn.initializer.Constant(1.0)
            self.one = self.create_parameter([1], dtype="float64", default_initializer=one)

        def forward(self, x, y=None, z=None):
            others = iter([y, z])
            return self.function(x * self.one, *[next(others) if given else None for given in self.given])

    def run_saved(layer, arrays):
        """Saves a program, and runs it with `paddle.inference`."""
        path = os.path.join(tempfile.mkdtemp(), "layer")
        specs = [InputSpec([None, *array.shape[1:]], "float64") for array in arrays]
        framework.jit.save(framework.jit.to_static(layer, input_spec=specs, full_graph=True), path)
        program = next(path + ending for ending in (".json", ".pdmodel") if os.path.exists(path + ending))
        config = inference.Config(program, path + ".pdiparams")
        config.disable_gpu()
        config.disable_glog_info()
        predictor = inference.create_predictor(config)
        for name, array in zip(predictor.get_input_names(), arrays):
            predictor.get_input_handle(name).copy_from_cpu(array)
        predictor.run()
        return predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu()

    for name, reference, *values in CASES:
        given = [value is not None for value in values[1:]]
        layer = framework.jit.to_static(Layer(name, given), full_graph=True)

        def program(*tensors, layer=layer):
            return layer(*(tensor for tensor in tensors if tensor is not None))

        check(program, reference, *values)
        arrays = [numpy.array(value) for value in values if value is not None]
        expected = reference(*(None if value is None else numpy.array(value) for value in values))
        numpy.testing.assert_allclose(run_saved(Layer(name, given), arrays), expected)
    out, (x_grad,) = gradients(framework.jit.to_static(Layer("plus", [False]), full_graph=True), ONES)
    numpy.testing.assert_allclose(x_grad, 2 * out)
