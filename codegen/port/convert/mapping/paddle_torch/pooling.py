"""Maxima of windows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import paddle

from .convolution import functional_pad
from .layer import TorchLayer
from .tensor import sizes_along


def max_pool(
    dims, input: paddle.Tensor, kernel_size: Sequence[int] | int, stride, padding, dilation, ceil_mode, return_indices
):
    """Maxima of windows over the last dimensions, and their indices."""
    kernel, padding, dilation = (sizes_along(value, dims) for value in (kernel_size, padding, dilation))
    strides = kernel if stride is None or stride == [] else sizes_along(stride, dims)
    is_batch = input.ndim == dims + 2
    output = input if is_batch else input.unsqueeze(0)
    sizes = output.shape[2:]
    reaches = [step * (length - 1) + 1 for step, length in zip(dilation, kernel)]
    missing = [reach - size - 2 * pad for size, pad, reach in zip(sizes, padding, reaches)]
    if any(length >= (stride if ceil_mode else 1) for length, stride in zip(missing, strides)):
        raise RuntimeError(
            f"a window of {reaches} does not fit into an input of {list(sizes)}: the output would be empty"
        )
    if ceil_mode:
        output = _filled_up(dims, output, kernel, strides, padding, dilation)
    if any(step != 1 for step in dilation):
        width = output.shape[2:]
        output, indices = _dilated_max(dims, output, kernel, strides, padding, dilation)
    else:
        functions = paddle.nn.functional
        function = (functions.max_pool1d, functions.max_pool2d, functions.max_pool3d)[dims - 1]
        width = output.shape[2:]
        pooled = function(output, list(kernel), list(strides), list(padding), return_mask=return_indices)
        output, indices = pooled if return_indices else (pooled, None)
    if return_indices and list(width) != list(sizes):
        indices = _moved(indices, width, sizes)
    # The gradient needs the original maxima, which the caller may change in place.
    output = output if output.stop_gradient else output.clone()
    values = [output, indices.detach().astype("int64")] if return_indices else [output]
    values = values if is_batch else [value.squeeze(0) for value in values]
    return tuple(values) if return_indices else values[0]


def _filled_up(dims, input: paddle.Tensor, kernel, strides, padding, dilation):
    """Pads the input for the last windows, which may end outside of it, but must begin inside."""
    pad = []
    for axis in reversed(range(dims)):
        length, reach = input.shape[axis + 2] + 2 * padding[axis], dilation[axis] * (kernel[axis] - 1) + 1
        count = -(-(length - reach) // strides[axis]) + 1
        if (count - 1) * strides[axis] >= length - padding[axis]:
            count -= 1
        pad += [0, max((count - 1) * strides[axis] + reach - length, 0)]
    return functional_pad(input, pad, value=float("-inf"))


def _dilated_max(dims, input: paddle.Tensor, kernel, strides, padding, dilation):
    """Takes the maximum over one strided slice for each item of the window."""
    sizes = input.shape[2:]
    positions = paddle.arange(input[0, 0].size).reshape([1, 1, *sizes])
    pad = [size for size in reversed(padding) for _ in range(2)]
    input = functional_pad(input, pad, value=float("-inf"))
    positions = functional_pad(positions, pad)
    values, places = [], []
    for number in range(math.prod(kernel)):
        slices = [slice(None), slice(None)]
        for axis in reversed(range(dims)):
            number, item = divmod(number, kernel[axis])
            first = item * dilation[axis]
            last = input.shape[axis + 2] - dilation[axis] * (kernel[axis] - 1) + first
            slices.insert(2, slice(first, last, strides[axis]))
        values.append(input[tuple(slices)])
        places.append(positions[tuple(slices)])
    values = paddle.stack(values, -1)
    best = values.argmax(-1, keepdim=True)
    places = paddle.stack(places, -1).expand(values.shape)
    return tuple(paddle.take_along_axis(item, best, -1, broadcast=False).squeeze(-1) for item in (values, places))


def _moved(indices, sizes, wanted):
    """Indices into an input of other sizes."""
    result, scale = 0, 1
    for size, other in zip(reversed(list(sizes)), reversed(list(wanted))):
        result = result + indices % size * scale
        indices, scale = indices // size, scale * other
    return result


def functional_max_pool1d(
    input: paddle.Tensor,
    kernel_size: Sequence[int] | int,
    stride: Sequence[int] | int | None = None,
    padding: Sequence[int] | int | str = 0,
    dilation: Sequence[int] | int = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
):
    """Maxima of windows over the last dimension."""
    return max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def functional_max_pool2d(
    input: paddle.Tensor,
    kernel_size: Sequence[int] | int,
    stride: Sequence[int] | int | None = None,
    padding: Sequence[int] | int | str = 0,
    dilation: Sequence[int] | int = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
):
    """Maxima of windows over the last dimensions."""
    return max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def functional_max_pool3d(
    input: paddle.Tensor,
    kernel_size: Sequence[int] | int,
    stride: Sequence[int] | int | None = None,
    padding: Sequence[int] | int | str = 0,
    dilation: Sequence[int] | int = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
):
    """Maxima of windows over the last dimensions."""
    return max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


class TorchMaxPool(TorchLayer, stands_for="MaxPool"):
    """Base of the layers that take maxima of windows."""

    dims = 0

    def __init__(
        self,
        kernel_size: Sequence[int] | int,
        stride: Sequence[int] | int | None = None,
        padding: Sequence[int] | int | str = 0,
        dilation: Sequence[int] | int = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: paddle.Tensor):
        return max_pool(
            self.dims,
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class TorchMaxPool1d(TorchMaxPool, stands_for="MaxPool1d"):
    """Maxima of windows over the last dimension."""

    dims = 1


class TorchMaxPool2d(TorchMaxPool, stands_for="MaxPool2d"):
    """Maxima of windows over the last dimensions."""

    dims = 2


class TorchMaxPool3d(TorchMaxPool, stands_for="MaxPool3d"):
    """Maxima of windows over the last dimensions."""

    dims = 3
