"""Functions that layers call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle

from .comparisons import log_sum_exp


def _get_softmin_dim(ndim):
    """PyTorch's default dimension."""
    return 0 if ndim in (0, 1, 3) else 1


def activation_named(activation):
    """The activation with a name. Functions are returned as they are."""
    if callable(activation):
        return activation
    functions = {"relu": paddle.nn.functional.relu, "gelu": paddle.nn.functional.gelu}
    if activation not in functions:
        raise RuntimeError(f"activation should be relu or gelu, not {activation}")
    return functions[activation]


def drop_depth(input: paddle.Tensor, p, mode: str, training: bool = True):
    """Sets a whole batch, or rows of it, to zero at random, and scales the others."""
    if not training or p == 0.0:
        return input
    shape = [1] * input.ndim if mode == "batch" else [input.shape[0]] + [1] * (input.ndim - 1)
    noise = paddle.bernoulli(paddle.full(shape, 1 - p, dtype=input.dtype))
    return input * (noise / (1 - p) if p < 1 else noise)


def foreach_erfc(tensors):
    """The complementary error function of each tensor."""
    return [1 - paddle.erf(tensor) for tensor in tensors]


def foreach_erfc_(tensors):
    """The complementary error function of each tensor, in place."""
    return [paddle.assign(1 - paddle.erf(tensor), output=tensor) for tensor in tensors]


def foreach_operator(func: Callable[..., Any], tensors):
    """Applies a function to each tensor."""
    return [func(tensor) for tensor in tensors]


def foreach_Tensor_(tensors, method: str):
    """Calls a method of each tensor. The name may be preceded by its class."""
    return [getattr(tensor, method.rpartition(".")[2])() for tensor in tensors]


def functional_bilinear(
    input1: paddle.Tensor, input2: paddle.Tensor, weight, bias: paddle.Tensor | None = None
) -> paddle.Tensor:
    """`x1 @ W @ x2` for each output, with any number of leading dimensions."""
    output = paddle.einsum("...i,oij,...j->...o", input1, weight, input2)
    return output if bias is None else output + bias


def functional_dropout1d(
    input: paddle.Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> paddle.Tensor:
    """Drops whole channels of sequences."""
    axes = list(range(input.ndim - 1))
    if not training or p == 0:
        return input
    output = paddle.nn.functional.dropout(input, p, axis=axes)
    return paddle.assign(output, input) if inplace else output


def functional_embedding(
    input: paddle.Tensor,
    weight,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> paddle.Tensor:
    """Rows of a table. The row at `padding_idx` is used as it is, but gets no gradient."""
    if max_norm is not None:
        _limit_rows(input, weight, max_norm, norm_type)
    output = paddle.nn.functional.embedding(input, weight)
    if scale_grad_by_freq:
        counts = paddle.bincount(input.flatten(), minlength=weight.shape[0])
        share = 1 / paddle.gather(counts, input.flatten()).astype(output.dtype).reshape([*input.shape, 1])
        output = output.detach() + (output - output.detach()) * share
    if padding_idx is not None:
        padding_idx = padding_idx if padding_idx >= 0 else weight.shape[0] + padding_idx
        output = paddle.where((input == padding_idx).unsqueeze(-1), output.detach(), output)
    return output


@paddle.no_grad()
def _limit_rows(input: paddle.Tensor, weight, max_norm, norm_type: float) -> None:
    """Scales longer rows down to a maximal length, in place. Only rows that are used change."""
    rows = paddle.unique(input.flatten())
    values = paddle.index_select(weight, rows)
    lengths = paddle.linalg.vector_norm(values, norm_type, axis=1, keepdim=True)
    values = paddle.where(lengths > max_norm, values * (max_norm / (lengths + 1e-7)), values)
    paddle.assign(paddle.scatter(weight, rows, values), weight)


def functional_embedding_bag(
    input: paddle.Tensor,
    weight,
    offsets: Any = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: paddle.Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> paddle.Tensor:
    """Sums, means or maxima of the rows of each bag."""
    if input.ndim == 2:
        bags = [(row, None if per_sample_weights is None else per_sample_weights[i]) for i, row in enumerate(input)]
    else:
        bounds = [int(bound) for bound in offsets] + ([] if include_last_offset else [input.shape[0]])
        spans = [slice(first, last) for first, last in zip(bounds, bounds[1:])]
        bags = [(input[s], None if per_sample_weights is None else per_sample_weights[s]) for s in spans]
    results = []
    for row, scale in bags:
        if padding_idx is not None:
            kept = row != padding_idx
            row, scale = row[kept], None if scale is None else scale[kept]
        if row.shape[0] == 0:
            results.append(paddle.zeros([weight.shape[1]], weight.dtype))
            continue
        rows = functional_embedding(row, weight, None, max_norm, norm_type, scale_grad_by_freq)
        rows = rows if scale is None else rows * scale.unsqueeze(-1)
        results.append(rows.sum(0) if mode == "sum" else rows.mean(0) if mode == "mean" else rows.max(0))
    return paddle.stack(results)


def functional_gumbel_softmax(
    logits, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> paddle.Tensor:
    """Samples of classes that can be differentiated."""
    return paddle.nn.functional.gumbel_softmax(logits, float(tau), hard, dim)


def functional_interpolate(
    input: paddle.Tensor,
    size=None,
    scale_factor=None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> paddle.Tensor:
    """Resizes the last dimensions."""
    dims = input.ndim - 2
    if size is None:
        scales = list(scale_factor) if isinstance(scale_factor, (tuple, list)) else [scale_factor] * dims
        lengths = [int(length * float(scale)) for length, scale in zip(input.shape[2:], scales)]
    else:
        lengths = [int(length) for length in size] if isinstance(size, (tuple, list)) else [int(size)] * dims
        scales = [count / length for count, length in zip(lengths, input.shape[2:])]
    if mode == "nearest-exact" or (mode == "nearest" and dims == 1):
        shift = 0.5 if mode == "nearest-exact" else 0.0
        for axis, (count, scale) in enumerate(zip(lengths, scales), 2):
            scale = count / input.shape[axis] if recompute_scale_factor else scale
            index = ((paddle.arange(count, dtype="float32") + shift) / scale).floor().astype("int64")
            input = paddle.index_select(input, index.clip(max=input.shape[axis] - 1), axis)
        return input
    if size is None and not recompute_scale_factor and mode != "area":
        return paddle.nn.functional.interpolate(
            input, scale_factor=scales, mode=mode, align_corners=bool(align_corners), antialias=antialias
        )
    return paddle.nn.functional.interpolate(
        input, lengths, mode=mode, align_corners=bool(align_corners), antialias=antialias
    )


def functional_log_softmax(
    input: paddle.Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None
) -> paddle.Tensor:
    """The logarithm of the softmax. That of Paddle is never below -64 on CPUs."""
    if dim is None:
        dim = 0 if input.ndim in (0, 1, 3) else 1
    values = input if dtype is None else input.astype(dtype)
    return values - log_sum_exp(values, dim, keepdim=True) if values.ndim else paddle.zeros_like(values)


def functional_prelu(input: paddle.Tensor, weight) -> paddle.Tensor:
    """A leaky ReLU with one slope, or with one for each channel."""
    if input.ndim == 0:
        weight = weight.reshape([])
    elif weight.size > 1 and input.ndim > 1:
        weight = weight.reshape([1, -1] + [1] * (input.ndim - 2))
    return paddle.where(input > 0, input, input * weight)
