"""Convolutions and padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import paddle

from .init import init_uniform_by_fan_in
from .layer import TorchLayer
from .tensor import as_tuple


def functional_conv(
    input: paddle.Tensor,
    weight,
    bias: paddle.Tensor | None = None,
    stride: Sequence[int] | int = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> paddle.Tensor:
    """A convolution over one, two or three dimensions; `padding` may be "same" or "valid"."""
    dims = weight.ndim - 2
    is_batch = input.ndim == weight.ndim
    dilation = as_tuple(dilation, dims)
    if padding == "same":
        totals = [d * (size - 1) for d, size in zip(dilation, weight.shape[2:])]
        padding = [side for total in totals for side in (total // 2, total - total // 2)]
    elif padding == "valid":
        padding = 0
    else:
        padding = list(as_tuple(padding, dims))
    functions = paddle.nn.functional
    convolve = (functions.conv1d, functions.conv2d, functions.conv3d)[dims - 1]
    strides = list(as_tuple(stride, dims))
    output = convolve(input if is_batch else input.unsqueeze(0), weight, bias, strides, padding, list(dilation), groups)
    return output if is_batch else output.squeeze(0)


def functional_conv_transpose(
    input: paddle.Tensor,
    weight,
    bias: paddle.Tensor | None = None,
    stride: Sequence[int] | int = 1,
    padding: Sequence[int] | int | str = 0,
    output_padding: Sequence[int] | int = 0,
    groups: int = 1,
    dilation: Sequence[int] | int = 1,
) -> paddle.Tensor:
    """A transposed convolution over one, two or three dimensions."""
    dims = weight.ndim - 2
    is_batch = input.ndim == weight.ndim
    functions = paddle.nn.functional
    convolve = (functions.conv1d_transpose, functions.conv2d_transpose, functions.conv3d_transpose)[dims - 1]
    output = convolve(
        input if is_batch else input.unsqueeze(0),
        weight,
        bias,
        stride=list(as_tuple(stride, dims)),
        padding=list(as_tuple(padding, dims)),
        output_padding=list(as_tuple(output_padding, dims)),
        groups=groups,
        dilation=list(as_tuple(dilation, dims)),
    )
    return output if is_batch else output.squeeze(0)


def functional_pad(input: paddle.Tensor, pad, mode: str = "constant", value=None) -> paddle.Tensor:
    """Pads the last dimensions. As in PyTorch, negative numbers crop."""
    pad = [int(size) for size in pad]
    pairs = [pad[i : i + 2] for i in range(0, len(pad), 2)]
    axes = [input.ndim - 1 - i for i in range(len(pairs))]
    for axis, (before, after) in zip(axes, pairs):
        if before < 0 or after < 0:
            length = input.shape[axis]
            input = paddle.slice(input, [axis], [max(-before, 0)], [length - max(-after, 0)])
    pairs = [[max(before, 0), max(after, 0)] for before, after in pairs]
    if not any(size for pair in pairs for size in pair):
        return input
    if mode == "constant":
        return _padded_by(input, axes, pairs, 0 if value is None else value)
    for axis, (before, after) in zip(axes, pairs):
        if mode == "circular":
            index = paddle.arange(-before, input.shape[axis] + after) % input.shape[axis]
            input = paddle.index_select(input, index, axis)
            continue
        input = _padded_by_itself(input, axis, before, after, mode)
    return input


def with_batch(function: Any, dims: int, input: paddle.Tensor, *args, **kwargs) -> paddle.Tensor:
    """Calls a function that needs a batch, which is added to an input with fewer than `dims` dimensions."""
    if input.ndim >= dims:
        return function(input, *args, **kwargs)
    return function(input.unsqueeze(0), *args, **kwargs).squeeze(0)


class TorchPad(TorchLayer):
    """Pads the last dimensions of an input, which may have a batch or not."""

    dims, mode = 1, "constant"

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = (padding,) * (2 * self.dims) if isinstance(padding, int) else tuple(padding)

    def forward(self, input: paddle.Tensor) -> paddle.Tensor:
        if input.ndim not in (self.dims + 1, self.dims + 2):
            raise ValueError(f"expected {self.dims + 1} or {self.dims + 2} dimensions, but found {input.ndim}")
        return functional_pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class TorchReflectionPad1d(TorchPad, stands_for="ReflectionPad1d"):
    """Pads with the reflected input."""

    dims, mode = 1, "reflect"


class TorchReflectionPad2d(TorchPad, stands_for="ReflectionPad2d"):
    """Pads with the reflected input."""

    dims, mode = 2, "reflect"


class TorchReflectionPad3d(TorchPad, stands_for="ReflectionPad3d"):
    """Pads with the reflected input."""

    dims, mode = 3, "reflect"


class TorchReplicationPad1d(TorchPad, stands_for="ReplicationPad1d"):
    """Pads with the outermost items."""

    dims, mode = 1, "replicate"


class TorchReplicationPad2d(TorchPad, stands_for="ReplicationPad2d"):
    """Pads with the outermost items."""

    dims, mode = 2, "replicate"


class TorchReplicationPad3d(TorchPad, stands_for="ReplicationPad3d"):
    """Pads with the outermost items."""

    dims, mode = 3, "replicate"


class TorchCircularPad1d(TorchPad, stands_for="CircularPad1d"):
    """Pads with the items of the other end."""

    dims, mode = 1, "circular"


class TorchCircularPad2d(TorchPad, stands_for="CircularPad2d"):
    """Pads with the items of the other end."""

    dims, mode = 2, "circular"


class TorchCircularPad3d(TorchPad, stands_for="CircularPad3d"):
    """Pads with the items of the other end."""

    dims, mode = 3, "circular"


def _padded_by(input: paddle.Tensor, axes, pairs, value):
    """Pads with one value."""
    for axis, pair in zip(axes, pairs):
        shape = list(input.shape)
        pieces = []
        for size in pair:
            shape[axis] = size
            pieces.append(paddle.full(shape, value, input.dtype))
        input = paddle.concat([piece for piece in (pieces[0], input, pieces[1]) if piece.shape[axis]], axis)
    return input


def _padded_by_itself(input: paddle.Tensor, axis, before, after, mode: str):
    """Pads with the mirror image of the input, or with its last item."""
    last = input.shape[axis] - 1
    index = paddle.arange(-before, last + 1 + after)
    if mode == "reflect":
        if max(before, after) > last:
            raise RuntimeError("the padding must be smaller than the input")
        index = last - (last - index.abs()).abs()
    elif mode == "replicate":
        index = index.clip(0, last)
    else:
        raise NotImplementedError(f"there is no padding mode '{mode}'")
    return paddle.index_select(input, index, axis)


class TorchConv(TorchLayer, stands_for="Conv"):
    """Base of the convolutions, with PyTorch's attributes, padding modes and initialisation."""

    dims = 0
    transposed = False

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sequence[int] | int,
        stride: Sequence[int] | int = 1,
        padding: Sequence[int] | int | str = 0,
        dilation: Sequence[int] | int = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
        output_padding: Sequence[int] | int = 0,
    ) -> None:
        super().__init__()
        if in_channels % groups or out_channels % groups:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError(f"padding_mode must not be '{padding_mode}'")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = as_tuple(kernel_size, self.dims)
        self.stride = as_tuple(stride, self.dims)
        self.padding = padding if isinstance(padding, str) else as_tuple(padding, self.dims)
        self.dilation = as_tuple(dilation, self.dims)
        self.output_padding = as_tuple(output_padding, self.dims)
        self.groups = groups
        self.padding_mode = padding_mode
        first, second = (in_channels, out_channels) if self.transposed else (out_channels, in_channels)
        self.weight = self.make_parameter((first, second // groups, *self.kernel_size), device, dtype)
        self.bias = self.make_parameter((out_channels,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        fan_in = self.weight.shape[1]
        for size in self.kernel_size:
            fan_in *= size
        init_uniform_by_fan_in(fan_in, self.weight, self.bias)

    @property
    def _reversed_padding_repeated_twice(self):
        if self.padding == "valid":
            return [0, 0] * self.dims
        if self.padding == "same":
            totals = [d * (size - 1) for d, size in zip(self.dilation, self.kernel_size)]
            return [side for total in reversed(totals) for side in (total // 2, total - total // 2)]
        return [size for size in reversed(self.padding) for _ in range(2)]

    def _conv_forward(self, input: paddle.Tensor, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = functional_pad(input, self._reversed_padding_repeated_twice, self.padding_mode)
            padding = 0
        return functional_conv(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: paddle.Tensor):
        return self._conv_forward(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        zeros, ones = (0,) * self.dims, (1,) * self.dims
        if self.padding != zeros:
            text += f", padding={self.padding}"
        if self.dilation != ones:
            text += f", dilation={self.dilation}"
        if self.output_padding != zeros:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        return text if self.padding_mode == "zeros" else f"{text}, padding_mode={self.padding_mode}"


class TorchConv1d(TorchConv, stands_for="Conv1d"):
    """A convolution in 1 dimension."""

    dims = 1


class TorchConv2d(TorchConv, stands_for="Conv2d"):
    """A convolution in 2 dimensions."""

    dims = 2


class TorchConv3d(TorchConv, stands_for="Conv3d"):
    """A convolution in 3 dimensions."""

    dims = 3


class TorchConvTranspose(TorchConv, stands_for="ConvTranspose"):
    """Base of the transposed convolutions."""

    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sequence[int] | int,
        stride: Sequence[int] | int = 1,
        padding: Sequence[int] | int | str = 0,
        output_padding: Sequence[int] | int = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Sequence[int] | int = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError("a transposed convolution pads with zeros only")
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
            output_padding,
        )

    def forward(self, input: paddle.Tensor, output_size=None):
        output_padding = self.output_padding if output_size is None else self._padding_for(input, output_size)
        return functional_conv_transpose(
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation
        )

    def _padding_for(self, input: paddle.Tensor, output_size):
        """The output padding that leads to a size."""
        sizes = list(output_size)[-self.dims :]
        padding = []
        for axis, size in enumerate(sizes):
            length = input.shape[axis - self.dims]
            least = (length - 1) * self.stride[axis] - 2 * self.padding[axis]
            least += self.dilation[axis] * (self.kernel_size[axis] - 1) + 1
            if not least <= size < least + max(self.stride[axis], self.dilation[axis]):
                raise ValueError(f"an output of the size {sizes} is not possible")
            padding.append(size - least)
        return padding


class TorchConvTranspose1d(TorchConvTranspose, stands_for="ConvTranspose1d"):
    """A transposed convolution in 1 dimension."""

    dims = 1


class TorchConvTranspose2d(TorchConvTranspose, stands_for="ConvTranspose2d"):
    """A transposed convolution in 2 dimensions."""

    dims = 2


class TorchConvTranspose3d(TorchConvTranspose, stands_for="ConvTranspose3d"):
    """A transposed convolution in 3 dimensions."""

    dims = 3
