"""Edges: tensors without dimensions, lists of dimensions that are empty, equal values, poles, complex numbers."""

from __future__ import annotations

import numpy
import paddle
import pytest
from conftest import arrays, assert_same, outputs_and_gradients, values

from paddle_torch import (
    activations,
    checks,
    comparisons,
    convolution,
    functional,
    gradient_checks,
    in_place,
    linalg,
    losses,
    normalization,
    pooling,
    reductions,
    special,
    tensor,
)

ZERO_DIMENSIONAL = values(())
MATRIX = values((3, 4))
TIES = numpy.array([[1, 2, 2, 1, 3], [3, 3, 1, 1, 2], [2, 2, 2, 2, 2]], "float32")
ORIGIN = numpy.array([0, 0, 1, -1], "float32")
UNSYMMETRIC = values((3, 3), 0.3) + 2 * numpy.eye(3, dtype="float32")

# What is computed in PyTorch, with the helper and the inputs.
CASES = [
    ("torch.argmax(x, 0, keepdim=True)", lambda x: reductions.tensor_argmax(x, 0, keepdim=True), {"x": ZERO_DIMENSIONAL}),
    ("torch.argmin(x, -1, keepdim=True)", lambda x: reductions.tensor_argmin(x, -1, keepdim=True), {"x": MATRIX}),
    ("torch.squeeze(x.unsqueeze(0), 0)", lambda x: reductions.squeezed(x.unsqueeze(0), (0,)), {"x": MATRIX}),
    ("torch.std(x)", lambda x: reductions.tensor_std(x), {"x": numpy.ones(3, "float32")}),
    ("torch.std(x, 1)", lambda x: reductions.tensor_std(x, 1), {"x": TIES}),
    ("torch.var(x, 0, unbiased=False, keepdim=True)", lambda x: reductions.tensor_var(x, 0, unbiased=False, keepdim=True), {"x": ZERO_DIMENSIONAL}),
    ("torch.var(x, dim=(0, 1), correction=3)", lambda x: reductions.tensor_var(x, dim=(0, 1), correction=3), {"x": MATRIX}),
    ("torch.var(torch.complex(x, 2 * x), False)", lambda x: reductions.tensor_var(paddle.complex(x, 2 * x), False), {"x": MATRIX}),
    ("torch.std(torch.complex(x, x + 1), 1)", lambda x: reductions.tensor_std(paddle.complex(x, x + 1), 1), {"x": MATRIX}),
    ("F.normalize(x, dim=0)", lambda x: reductions.functional_normalize(x, dim=0), {"x": ZERO_DIMENSIONAL}),
    ("list(torch.kthvalue(x, 1, 0))", lambda x: list(reductions.values_and_indices(paddle.kthvalue, x, 1, 0)), {"x": ZERO_DIMENSIONAL}),
    ("list(torch.mode(x, 0))", lambda x: list(reductions.values_and_indices(paddle.mode, x, 0)), {"x": ZERO_DIMENSIONAL}),
    ("list(torch.cummax(x, 0))", lambda x: list(reductions.values_and_indices(paddle.cummax, x, 0)), {"x": ZERO_DIMENSIONAL}),
    ("list(torch.unique_consecutive(x.detach(), True, True))", lambda x: list(reductions.distinct_neighbours(x.detach(), True, True)), {"x": TIES}),
    ("torch.clamp(x, min=0.5)", lambda x: comparisons.at_least(x, 0.5), {"x": numpy.array([numpy.inf, -numpy.inf, 0.5, 0], "float32")}),
    ("torch.clamp(x, max=0.5)", lambda x: comparisons.at_most(x, 0.5), {"x": numpy.array([numpy.inf, -numpy.inf, 0.5, 0], "float32")}),
    ("torch.clamp(x, max=y)", lambda x, y: comparisons.at_most(x, y), {"x": TIES, "y": numpy.array([2, 1, 2, 1, 2], "float32")}),
    ("torch.linalg.vector_norm(x, float('inf'), 1)", lambda x: linalg.linalg_vector_norm(x, float("inf"), 1), {"x": TIES}),
    ("torch.linalg.slogdet(torch.complex(x, x.roll(1)))[1]", lambda x: linalg.sign_and_logdet(paddle.complex(x, x.roll(1)))[1], {"x": UNSYMMETRIC}),
    ("torch.linalg.matrix_power(torch.complex(x, x.roll(1)), 3).abs()", lambda x: linalg.power_of_matrix(paddle.complex(x, x.roll(1)), 3).abs(), {"x": UNSYMMETRIC}),
    ("torch.linalg.pinv(torch.complex(x, x.roll(1))).abs()", lambda x: linalg.linalg_pinv(paddle.complex(x, x.roll(1))).abs(), {"x": MATRIX}),
    ("torch.linalg.pinv(x, hermitian=True)", lambda x: linalg.linalg_pinv(x, hermitian=True), {"x": UNSYMMETRIC}),
    ("torch.prod(torch.complex(x, x + 1)).real", lambda x: tensor.tensor_prod(paddle.complex(x, x + 1)).real(), {"x": MATRIX}),
    ("torch.atan2(x, y)", lambda x, y: special.angle_of_point(x, y), {"x": ORIGIN, "y": ORIGIN[::-1].copy()}),
    ("torch.digamma(x)", lambda x: special.digamma_values(x), {"x": numpy.array([-8.47837, -1.76583, 0.3, 5], "float32")}),
    ("torch.polygamma(1, x)", lambda x: special.polygamma_values(1, x), {"x": numpy.array([-8.47837, -1.76583, 0.3, 5], "float32")}),
    ("F.leaky_relu(x, 0.1)", lambda x: activations.functional_leaky_relu(x, 0.1), {"x": ORIGIN}),
    ("F.hardshrink(x, 1.0)", lambda x: activations.functional_hardshrink(x, 1.0), {"x": TIES - 2}),
    ("F.prelu(x, y)", lambda x, y: functional.functional_prelu(x, y), {"x": ZERO_DIMENSIONAL, "y": values((1,), 1.0)}),
    ("F.layer_norm(x, [3, 4])", lambda x: normalization.functional_layer_norm(x, [3, 4]), {"x": MATRIX}),
    ("torch.nn.ReflectionPad2d(1)(x)", lambda x: convolution.TorchReflectionPad2d(1)(x), {"x": values((2, 3, 4))}),
    ("torch.nn.ReplicationPad1d((2, 1))(x)", lambda x: convolution.TorchReplicationPad1d((2, 1))(x), {"x": MATRIX}),
    ("F.unfold(x.unsqueeze(0), 2).squeeze(0)", lambda x: convolution.with_batch(paddle.nn.functional.unfold, 4, x, 2), {"x": values((2, 3, 4))}),
]


@pytest.mark.parametrize(("code", "function", "inputs"), CASES, ids=[case[0] for case in CASES])
def test_edges(torch, code, function, inputs):
    """The helper computes what PyTorch computes."""
    assert_same(outputs_and_gradients(function, inputs), torch(code, **inputs))


def test_entropy_has_pytorch_slopes_outside():
    """The slope is infinite at zero, and undefined below."""
    x = paddle.to_tensor([-1.0, 0.0, 1.0], stop_gradient=False)
    special.entropy_terms(x).sum().backward()
    assert str(x.grad.tolist()) == "[nan, inf, -1.0]"


def test_indices_have_no_gradient():
    """A gradient through the indices of the largest values would end the process."""
    x = paddle.to_tensor(MATRIX, stop_gradient=False)
    values_found, indices = reductions.values_and_indices(paddle.topk, x, 2)
    assert indices.stop_gradient and not values_found.stop_gradient
    _, indices = pooling.functional_max_pool1d(x.unsqueeze(0), 2, return_indices=True)
    assert indices.stop_gradient


def test_no_dimensions():
    """An empty list of dimensions leaves a tensor as it is."""
    x = paddle.to_tensor([[1, 0]])
    assert reductions.squeezed(x, ()).shape == [1, 2]
    assert reductions.all_along(x, ()).tolist() == [[True, False]]
    assert reductions.any_along(x, [1]).tolist() == [True]
    assert tensor.tensor_unique(paddle.zeros([0, 3])).shape == [0]


def test_changes_of_copies_reach_the_base():
    """What a method changes in a copy that is a view in PyTorch is changed in the base."""
    base = paddle.arange(4.0)
    in_place.through(base, lambda it: it.chunk(2)[1], is_copy=True).fill_(7.0)
    in_place.through(base, lambda it: it.expand([2, 4])[0], is_copy=True).multiply_(paddle.full([], 2.0))
    assert base.tolist() == [0.0, 2.0, 14.0, 14.0]


def test_errors_of_pytorch():
    """What PyTorch refuses is refused where the error may be caught."""
    x = paddle.ones([2], dtype="float32")
    x.stop_gradient = False
    for code in (
        lambda: checks.backward_or_error(x * 2),
        lambda: checks.backward_or_error(paddle.ones([])),
        lambda: checks.array_or_error(x),
        lambda: checks.mean_or_error(paddle.arange(3)),
        lambda: checks.requiring_gradient(paddle.arange(3)),
        lambda: reductions.tensor_std(paddle.arange(3)),
    ):
        with pytest.raises(RuntimeError):
            code()
    with pytest.raises(ValueError):
        losses.functional_cross_entropy(paddle.ones([3, 2]), paddle.to_tensor([0, 1]))
    checks.backward_or_error((x * 2).sum())
    assert x.grad.tolist() == [2.0, 2.0]


def test_gradients_are_compared_with_slopes():
    """A wrong gradient is found, and the input keeps its values."""
    x = paddle.to_tensor([0.5, 1.0], dtype="float64", stop_gradient=False)
    assert gradient_checks.gradients_are_right(lambda x: x**2, (x,))
    assert not gradient_checks.gradients_are_right(lambda x: x.detach() * x, (x,), raise_exception=False)
    assert arrays(x).tolist() == [0.5, 1.0]
