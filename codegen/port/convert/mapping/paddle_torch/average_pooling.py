"""Means of windows, and pools of a given output size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy
import paddle

from .convolution import functional_pad
from .layer import TorchLayer
from .tensor import sizes_along


def average_pool(
    dims: int, input: paddle.Tensor, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
):
    """Means of windows over the last dimensions. The input may have no batch, and a window may end outside."""
    kernel, padding = sizes_along(kernel_size, dims), sizes_along(padding, dims)
    strides = kernel if stride is None or stride == [] else sizes_along(stride, dims)
    is_batch = input.ndim == dims + 2
    input = input if is_batch else input.unsqueeze(0)
    functions = paddle.nn.functional
    pool = (functions.avg_pool1d, functions.avg_pool2d, functions.avg_pool3d)[dims - 1]
    if not any(padding) and not ceil_mode and divisor_override is None:
        output = pool(input, list(kernel), list(strides), 0)
    else:
        windows = [windows_along(*numbers, ceil_mode) for numbers in zip(input.shape[2:], kernel, strides, padding)]
        pads = [side for ends in reversed([window[0] for window in windows]) for side in ends]
        sums = pool(functional_pad(input, pads), list(kernel), list(strides), 0) * math.prod(kernel)
        counts = [window[1 if count_include_pad else 2] for window in windows]
        divisor = divisor_override or paddle.to_tensor(math.prod(numpy.ix_(*counts)), dtype=input.dtype)
        output = sums / divisor
    return output if is_batch else output.squeeze(0)


def windows_along(length: int, kernel: int, stride: int, padding: int, ceil_mode: bool):
    """The padding of a dimension so that all windows are inside, and their sizes with and without padding."""
    reach = length + 2 * padding - kernel
    count = (-(-reach // stride) if ceil_mode else reach // stride) + 1
    if ceil_mode and (count - 1) * stride >= length + padding:
        count -= 1
    starts = numpy.arange(count) * stride - padding
    ends = numpy.minimum(starts + kernel, length + padding)
    inside = numpy.minimum(ends, length) - numpy.maximum(starts, 0)
    last = (count - 1) * stride + kernel - padding - length
    return (padding, last), (ends - starts).astype("float64"), inside.astype("float64")


def functional_avg_pool1d(
    input: paddle.Tensor, kernel_size, stride=None, padding=0, ceil_mode: bool = False, count_include_pad: bool = True
):
    """Means of windows over the last dimension."""
    return average_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def functional_avg_pool2d(
    input: paddle.Tensor,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
):
    """Means of windows over the last two dimensions."""
    return average_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def functional_avg_pool3d(
    input: paddle.Tensor,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
):
    """Means of windows over the last three dimensions."""
    return average_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


class TorchAvgPool(TorchLayer, stands_for="AvgPool"):
    """Base of the layers that compute means of windows."""

    dims = 0

    def __init__(
        self,
        kernel_size: Sequence[int] | int,
        stride: Sequence[int] | int | None = None,
        padding: Sequence[int] | int = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: paddle.Tensor):
        settings = (self.kernel_size, self.stride, self.padding, self.ceil_mode)
        return average_pool(self.dims, input, *settings, self.count_include_pad, self.divisor_override)

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class TorchAvgPool1d(TorchAvgPool, stands_for="AvgPool1d"):
    """Means of windows over the last dimension."""

    dims = 1


class TorchAvgPool2d(TorchAvgPool, stands_for="AvgPool2d"):
    """Means of windows over the last two dimensions."""

    dims = 2


class TorchAvgPool3d(TorchAvgPool, stands_for="AvgPool3d"):
    """Means of windows over the last three dimensions."""

    dims = 3


def adaptive_pool(name: str, dims: int, input: paddle.Tensor, output_size: Any, *settings):
    """A pool of a given output size. `None` keeps the size of a dimension, and the input may have no batch."""
    sizes = [output_size] * dims if not isinstance(output_size, (list, tuple)) else list(output_size)
    sizes = [length if size is None else int(size) for size, length in zip(sizes, input.shape[-dims:])]
    is_batch = input.ndim == dims + 2
    pool = getattr(paddle.nn.functional, f"{name}{dims}d")
    output = pool(input if is_batch else input.unsqueeze(0), sizes[0] if dims == 1 else sizes, *settings)
    if is_batch:
        return output
    return tuple(item.squeeze(0) for item in output) if isinstance(output, (list, tuple)) else output.squeeze(0)


def functional_adaptive_avg_pool1d(input: paddle.Tensor, output_size):
    """Means of windows, so that the output has a given size."""
    return adaptive_pool("adaptive_avg_pool", 1, input, output_size)


def functional_adaptive_avg_pool2d(input: paddle.Tensor, output_size):
    """Means of windows, so that the output has a given size."""
    return adaptive_pool("adaptive_avg_pool", 2, input, output_size)


def functional_adaptive_avg_pool3d(input: paddle.Tensor, output_size):
    """Means of windows, so that the output has a given size."""
    return adaptive_pool("adaptive_avg_pool", 3, input, output_size)


def functional_adaptive_max_pool1d(input: paddle.Tensor, output_size, return_indices: bool = False):
    """Maxima of windows, so that the output has a given size."""
    return adaptive_pool("adaptive_max_pool", 1, input, output_size, return_indices)


def functional_adaptive_max_pool2d(input: paddle.Tensor, output_size, return_indices: bool = False):
    """Maxima of windows, so that the output has a given size."""
    return adaptive_pool("adaptive_max_pool", 2, input, output_size, return_indices)


def functional_adaptive_max_pool3d(input: paddle.Tensor, output_size, return_indices: bool = False):
    """Maxima of windows, so that the output has a given size."""
    return adaptive_pool("adaptive_max_pool", 3, input, output_size, return_indices)


class TorchAdaptivePool(TorchLayer, stands_for="AdaptivePool"):
    """Base of the layers whose output has a given size."""

    name, dims = "", 0

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def forward(self, input: paddle.Tensor):
        settings = (self.return_indices,) if self.name == "adaptive_max_pool" else ()
        return adaptive_pool(self.name, self.dims, input, self.output_size, *settings)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class TorchAdaptiveAvgPool1d(TorchAdaptivePool, stands_for="AdaptiveAvgPool1d"):
    """Means of windows, so that the output has a given size."""

    name, dims = "adaptive_avg_pool", 1


class TorchAdaptiveAvgPool2d(TorchAdaptivePool, stands_for="AdaptiveAvgPool2d"):
    """Means of windows, so that the output has a given size."""

    name, dims = "adaptive_avg_pool", 2


class TorchAdaptiveAvgPool3d(TorchAdaptivePool, stands_for="AdaptiveAvgPool3d"):
    """Means of windows, so that the output has a given size."""

    name, dims = "adaptive_avg_pool", 3


class TorchAdaptiveMaxPool1d(TorchAdaptivePool, stands_for="AdaptiveMaxPool1d"):
    """Maxima of windows, so that the output has a given size."""

    name, dims = "adaptive_max_pool", 1


class TorchAdaptiveMaxPool2d(TorchAdaptivePool, stands_for="AdaptiveMaxPool2d"):
    """Maxima of windows, so that the output has a given size."""

    name, dims = "adaptive_max_pool", 2


class TorchAdaptiveMaxPool3d(TorchAdaptivePool, stands_for="AdaptiveMaxPool3d"):
    """Maxima of windows, so that the output has a given size."""

    name, dims = "adaptive_max_pool", 3
