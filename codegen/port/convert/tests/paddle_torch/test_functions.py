"""Functions: results and gradients of inputs are those of PyTorch."""

from __future__ import annotations

import numpy
import pytest
from conftest import assert_same, outputs_and_gradients, values

from paddle_torch import (
    average_pooling,
    comparisons,
    convolution,
    functional,
    linalg,
    losses,
    normalization,
    pooling,
    reductions,
    scattering,
    special,
    tensor,
)

X = values((2, 3, 8))
IMAGE = values((2, 4, 6, 6))
LABELS = numpy.array([1, 0, 2, 2])
ROWS = values((4, 3))
REGULAR = values((4, 3)) + 2 * numpy.eye(4, 3, dtype="float32")
SQUARE = values((3, 3), 0.3) + 2 * numpy.eye(3, dtype="float32")

# What is computed in PyTorch, with the helper and the inputs.
CASES = [
    ("F.conv1d(x, w, b, 2, 1)", lambda x, w, b: convolution.functional_conv(x, w, b, 2, 1), {"x": X, "w": values((4, 3, 3)), "b": values((4,))}),
    ("F.conv2d(x, w, None, padding='same')", lambda x, w: convolution.functional_conv(x, w, padding="same"), {"x": IMAGE, "w": values((2, 4, 4, 3))}),
    ("F.conv_transpose2d(x, w, None, 2, 1, 1)", lambda x, w: convolution.functional_conv_transpose(x, w, None, 2, 1, 1), {"x": IMAGE, "w": values((4, 2, 3, 3))}),
    ("F.pad(x, [1, 2, -1, 1])", lambda x: convolution.functional_pad(x, [1, 2, -1, 1]), {"x": IMAGE}),
    ("F.pad(x, [3, 2], 'reflect')", lambda x: convolution.functional_pad(x, [3, 2], "reflect"), {"x": X}),
    ("F.pad(x, [3, 2], 'circular')", lambda x: convolution.functional_pad(x, [3, 2], "circular"), {"x": X}),
    ("F.pad(x, [3, 2], 'replicate')", lambda x: convolution.functional_pad(x, [3, 2], "replicate"), {"x": X}),
    ("F.max_pool1d(x, 3, 2, 1)", lambda x: pooling.functional_max_pool1d(x, 3, 2, 1), {"x": X}),
    ("F.max_pool2d(x, 3, 2, 1, 2, True)", lambda x: pooling.functional_max_pool2d(x, 3, 2, 1, 2, True), {"x": IMAGE}),
    ("F.max_pool2d(x, 5, 3, 0, 2, True)", lambda x: pooling.functional_max_pool2d(x, 5, 3, 0, 2, True), {"x": values((1, 2, 8, 8))}),
    ("F.max_pool2d(x, 2, return_indices=True)", lambda x: pooling.functional_max_pool2d(x, 2, return_indices=True), {"x": IMAGE}),
    ("F.layer_norm(x, [8], w, b)", lambda x, w, b: normalization.functional_layer_norm(x, [8], w, b), {"x": X, "w": values((8,)), "b": values((8,))}),
    ("F.layer_norm(x, [3, 8], None, None, 0.1)", lambda x: normalization.functional_layer_norm(x, [3, 8], None, None, 0.1), {"x": X}),
    ("F.group_norm(x, 2, w, b)", lambda x, w, b: normalization.functional_group_norm(x, 2, w, b), {"x": IMAGE, "w": values((4,)), "b": values((4,))}),
    ("F.instance_norm(x)", lambda x: normalization.functional_instance_norm(x), {"x": IMAGE}),
    ("F.batch_norm(x, None, None, w, training=True)", lambda x, w: normalization.functional_batch_norm(x, None, None, w, None, True), {"x": IMAGE, "w": values((4,))}),
    ("F.log_softmax(x, 1)", lambda x: functional.functional_log_softmax(x, 1), {"x": 100 * X}),
    ("F.prelu(x, w)", lambda x, w: functional.functional_prelu(x, w), {"x": IMAGE, "w": values((4,))}),
    ("F.bilinear(x, y, w, b)", lambda x, y, w, b: functional.functional_bilinear(x, y, w, b), {"x": ROWS, "y": values((4, 2)), "w": values((5, 3, 2)), "b": values((5,))}),
    ("F.interpolate(x, scale_factor=1.5, mode='bilinear', align_corners=False)", lambda x: functional.functional_interpolate(x, scale_factor=1.5, mode="bilinear", align_corners=False), {"x": IMAGE}),
    ("F.interpolate(x, size=5, mode='nearest-exact')", lambda x: functional.functional_interpolate(x, size=5, mode="nearest-exact"), {"x": X}),
    ("F.embedding(i, w)", lambda i, w: functional.functional_embedding(i, w), {"i": LABELS, "w": ROWS}),
    ("F.embedding_bag(i, w, torch.tensor([0, 3]), mode='sum')", lambda i, w: functional.functional_embedding_bag(i, w, __import__("paddle").to_tensor([0, 3]), mode="sum"), {"i": LABELS, "w": ROWS}),
    ("F.cross_entropy(x, y)", lambda x, y: losses.functional_cross_entropy(x, y), {"x": ROWS, "y": LABELS}),
    ("F.cross_entropy(x, y, w.detach(), ignore_index=0, label_smoothing=0.2)", lambda x, y, w: losses.functional_cross_entropy(x, y, w.detach(), ignore_index=0, label_smoothing=0.2), {"x": ROWS, "y": LABELS, "w": numpy.array([1, 2, 3], "float32")}),
    ("F.nll_loss(x, y, reduction='sum')", lambda x, y: losses.functional_nll_loss(x, y, reduction="sum"), {"x": ROWS, "y": LABELS}),
    ("F.kl_div(x, y.exp(), reduction='batchmean')", lambda x, y: losses.functional_kl_div(x, y.exp(), reduction="batchmean"), {"x": ROWS, "y": values((4, 3), 1.0)}),
    ("F.huber_loss(x, y, delta=0.5)", lambda x, y: losses.functional_huber_loss(x, y, delta=0.5), {"x": ROWS, "y": values((4, 3), 1.0)}),
    ("F.smooth_l1_loss(x, y, beta=0.3)", lambda x, y: losses.functional_smooth_l1_loss(x, y, beta=0.3), {"x": ROWS, "y": values((4, 3), 1.0)}),
    ("F.poisson_nll_loss(x, y.abs(), full=True)", lambda x, y: losses.functional_poisson_nll_loss(x, y.abs(), full=True), {"x": ROWS, "y": values((4, 3), 1.0)}),
    ("F.gaussian_nll_loss(x, y, y.abs() + 1)", lambda x, y: losses.functional_gaussian_nll_loss(x, y, y.abs() + 1), {"x": ROWS, "y": values((4, 3), 1.0)}),
    ("F.multi_margin_loss(x, y)", lambda x, y: losses.functional_multi_margin_loss(x, y), {"x": ROWS, "y": LABELS}),
    ("F.multilabel_margin_loss(x, y)", lambda x, y: losses.functional_multilabel_margin_loss(x, y), {"x": ROWS, "y": numpy.array([[0, -1, 1], [2, 1, -1], [-1, 0, 0], [1, 2, 0]])}),
    ("F.ctc_loss(x.log_softmax(2), y, torch.tensor([8, 7]), torch.tensor([2, 1]))", lambda x, y: losses.functional_ctc_loss(functional.functional_log_softmax(x, 2), y, *map(__import__("paddle").to_tensor, ([8, 7], [2, 1]))), {"x": values((8, 2, 4)), "y": numpy.array([[1, 2], [3, 0]])}),
    ("torch.max(x, 1)", lambda x: tensor.tensor_max(x, 1), {"x": X}),
    ("torch.median(x, 1)", lambda x: tensor.tensor_median(x, 1), {"x": X}),
    ("torch.sort(x, 1, True)", lambda x: tensor.tensor_sort(x, 1, True), {"x": X}),
    ("torch.norm(x, 3, 1)", lambda x: tensor.tensor_norm(x, 3, 1), {"x": X}),
    ("torch.prod(x, 1)", lambda x: tensor.tensor_prod(x, 1), {"x": X}),
    ("torch.gradient(x, dim=2)", lambda x: tensor.tensor_gradient(x, dim=2), {"x": X}),
    ("x.unfold(2, 3, 2)", lambda x: tensor.unfold_dimension(x, 2, 3, 2), {"x": X}),
    ("torch.xlogy(x, y)", lambda x, y: tensor.x_log_y(x, y), {"x": ROWS, "y": numpy.abs(ROWS) + 1}),
    ("torch.std_mean(x, 1)", lambda x: reductions.deviation_and_mean("std", x, 1), {"x": X}),
    ("torch.diag_embed(x, 1)", lambda x: tensor.diagonal_matrix(x, 1), {"x": SQUARE}),
    ("torch.linalg.solve(a, b)", lambda a, b: linalg.linalg_solve(a, b), {"a": SQUARE, "b": ROWS[:3]}),
    ("torch.linalg.qr(a)", lambda a: linalg.linalg_qr(a), {"a": SQUARE}),
    ("torch.linalg.lu(a)", lambda a: linalg.linalg_lu(a), {"a": SQUARE}),
    ("torch.linalg.qr(a)", lambda a: linalg.linalg_qr(a), {"a": REGULAR.T.copy()}),
    ("torch.linalg.lu(a)", lambda a: linalg.linalg_lu(a), {"a": REGULAR}),
    ("torch.linalg.lu(a)", lambda a: linalg.linalg_lu(a), {"a": REGULAR.T.copy()}),
    ("torch.linalg.matrix_exp(a)", lambda a: linalg.matrix_exponential(a), {"a": SQUARE}),
    ("torch.linalg.pinv(a)", lambda a: linalg.linalg_pinv(a), {"a": REGULAR}),
    ("torch.linalg.pinv(a, hermitian=True)", lambda a: linalg.linalg_pinv(a, hermitian=True), {"a": SQUARE + SQUARE.T}),
    ("torch.linalg.pinv(torch.complex(a, a.roll(1))).abs().detach()", lambda a: linalg.linalg_pinv(__import__("paddle").complex(a, a.roll(1))).abs().detach(), {"a": REGULAR}),
    ("torch.linalg.vector_norm(x, 0.5)", lambda x: linalg.linalg_vector_norm(x, 0.5), {"x": numpy.array([0, 1, 0, 2], "float32")}),
    ("torch.linalg.vector_norm(x, 3, dim=(0, 2), keepdim=True)", lambda x: linalg.linalg_vector_norm(x, 3, dim=(0, 2), keepdim=True), {"x": X}),
    ("torch.linalg.matrix_norm(x)", lambda x: linalg.linalg_matrix_norm(x), {"x": X}),
    ("torch.linalg.solve(a.expand(2, 3, 3), b)", lambda a, b: linalg.linalg_solve(a.expand([2, 3, 3]), b), {"a": SQUARE, "b": values((2, 3))}),
    ("torch.masked_scatter(x, x > 0, y)", lambda x, y: scattering.masked_scatter(x, x > 0, y), {"x": ROWS, "y": values((12,), 0.5)}),
    ("torch.masked_scatter(x, x > 9, y)", lambda x, y: scattering.masked_scatter(x, x > 9, y), {"x": ROWS, "y": values((2,), 0.5)}),
    ("torch.put(x, i, y)", lambda x, i, y: scattering.put_values(x, i, y), {"x": ROWS, "i": numpy.array([1, -1, 5]), "y": values((3,), 0.5)}),
    ("torch.put(x, i, y, True)", lambda x, i, y: scattering.put_values(x, i, y, True), {"x": ROWS, "i": numpy.array([1, 1, 5]), "y": values((3,), 0.5)}),
    ("torch.index_reduce(x, 1, i, y, 'amax')", lambda x, i, y: scattering.reduced_at_index(x, 1, i, y, "amax").detach(), {"x": LABELS.reshape(2, 2), "i": numpy.array([1, 0]), "y": numpy.array([[3, 0], [0, 3]])}),
    ("x.sum_to_size(2, 1, 8)", lambda x: scattering.summed_to_size(x, 2, 1, 8), {"x": X}),
    ("x.sum_to_size((1, 8))", lambda x: scattering.summed_to_size(x, (1, 8)), {"x": X}),
    ("torch.special.log_ndtr(x)", lambda x: special.log_normal_distribution(x), {"x": numpy.array([-30, -8.5, -3, -1, -0.5, 0, 2, 6], "float32")}),
    ("torch.special.entr(x)", lambda x: special.entropy_terms(x), {"x": numpy.array([0.1, 1, 3], "float32")}),
    ("torch.special.entr(x)", lambda x: special.entropy_terms(x), {"x": numpy.array([-1, 0, 2])}),
    ("torch.special.chebyshev_polynomial_t(x, n)", lambda x, n: special.polynomial_values("chebyshev_polynomial_t", x, n).detach(), {"x": numpy.array([-2, -1, 0, 1, 2]), "n": numpy.array([-1, 0, 1, 3, 6])}),
    ("torch.special.hermite_polynomial_he(x, n)", lambda x, n: special.polynomial_values("hermite_polynomial_he", x, n).detach(), {"x": numpy.array([-2, -1, 0, 1, 2]), "n": numpy.array([-1, 0, 1, 3, 6])}),
    ("torch.special.laguerre_polynomial_l(x, n)", lambda x, n: special.polynomial_values("laguerre_polynomial_l", x, n).detach(), {"x": numpy.array([-2, -1, 0, 1, 2]), "n": numpy.array([-1, 0, 1, 3, 6])}),
    ("torch.float_power(x, 3)", lambda x: special.raised_to_power(x, 3), {"x": X}),
    ("torch.ldexp(x, i)", lambda x, i: special.scaled_by_power(x, i), {"x": ROWS[0], "i": numpy.array([1, -2, 3])}),
    ("list(torch.frexp(x.detach()))", lambda x: list(special.mantissa_and_exponent(x.detach())), {"x": ROWS}),
    ("torch.copysign(i, x)", lambda i, x: special.copied_sign(i, x), {"i": numpy.array([1, -2, 3]), "x": ROWS[0]}),
    ("torch.copysign(i, j)", lambda i, j: special.copied_sign(i, j), {"i": numpy.array([1, -2, 3]), "j": numpy.array([-1, 1, 0])}),
    ("list(torch.histogram(x.detach(), 4, density=True))", lambda x: list(special.histogram_of(x.detach(), 4, density=True)), {"x": ROWS}),
    ("list(torch.histogram(x.detach(), torch.tensor([-1.0, 0.0, 2.0])))", lambda x: list(special.histogram_of(x.detach(), __import__("paddle").to_tensor([-1.0, 0.0, 2.0]))), {"x": ROWS}),
    ("list(torch.histogram(torch.ones(3), 1, density=True))", lambda i: list(special.histogram_of(__import__("paddle").ones([3]), 1, density=True)), {"i": LABELS}),
    ("torch.clamp_min(x, y)", lambda x, y: comparisons.at_least(x, y), {"x": ROWS, "y": values((1,), 0.5)}),
    ("torch.clamp_max(x, 0.5)", lambda x: comparisons.at_most(x, 0.5), {"x": ROWS}),
    ("F.avg_pool2d(x, 2, (2,), (1,))", lambda x: average_pooling.functional_avg_pool2d(x, 2, (2,), (1,)), {"x": IMAGE}),
    ("torch.var_mean(x, dim=(0, 2), correction=3)", lambda x: reductions.deviation_and_mean("var", x, dim=(0, 2), correction=3), {"x": X}),
    ("torch.linalg.tensorinv(x, 1)", lambda x: linalg.linalg_tensorinv(x, 1), {"x": SQUARE.reshape(3, 3)}),
]


@pytest.mark.parametrize(("code", "function", "inputs"), CASES, ids=[case[0] for case in CASES])
def test_results_and_gradients(torch, code, function, inputs):
    """The helper computes what PyTorch computes."""
    assert_same(outputs_and_gradients(function, inputs), torch(code, **inputs))


def test_windows_that_do_not_fit():
    """A window that is larger than the input is an error, unless it may end outside."""
    x = __import__("paddle").ones([1, 1, 2, 2])
    with pytest.raises(RuntimeError):
        pooling.functional_max_pool2d(x, 3)
    with pytest.raises(RuntimeError):
        pooling.functional_max_pool2d(x, 5, 2, ceil_mode=True)
    assert pooling.functional_max_pool2d(x, 3, 2, ceil_mode=True).shape == [1, 1, 1, 1]
