"""Normalisation over batches, groups, channels and layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import paddle

from .layer import TorchLayer


def functional_batch_norm(
    input: paddle.Tensor,
    running_mean: paddle.Tensor,
    running_var: paddle.Tensor,
    weight: paddle.Tensor | None = None,
    bias: paddle.Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> paddle.Tensor:
    """Batch normalisation. Training updates the running values: `momentum` is the share of the new ones."""
    if training:
        count = input.size // input.shape[1]
        if count == 1:
            raise ValueError("training needs more than one value for each channel")
        mean = paddle.zeros([input.shape[1]], input.dtype)
        variance = paddle.zeros([input.shape[1]], input.dtype)
        output = _normalized(input, mean, variance, weight, bias, True, eps)
        if running_mean is not None:
            with paddle.no_grad():
                unbiased = variance * (count / (count - 1))
                paddle.assign(running_mean * (1 - momentum) + mean * momentum, running_mean)
                paddle.assign(running_var * (1 - momentum) + unbiased * momentum, running_var)
        return output
    return _normalized(input, running_mean, running_var, weight, bias, False, eps)


def _normalized(input: paddle.Tensor, mean, variance, weight, bias, training, eps: float):
    """Normalises each channel; with `training`, `mean` and `variance` become those of the input."""
    if [value is not None and not value.stop_gradient for value in (weight, bias)] not in ([True] * 2, [False] * 2):
        # Paddle computes the gradients of both or of none.
        output = _normalized(input, mean, variance, None, None, training, eps)
        return _scaled(output, weight, bias)
    channels = input.shape[1]
    weight = paddle.ones([channels], mean.dtype) if weight is None else weight
    bias = paddle.zeros([channels], mean.dtype) if bias is None else bias
    return paddle.nn.functional.batch_norm(
        input, mean, variance, weight, bias, training=training, momentum=0.0, epsilon=eps
    )


def _scaled(output: paddle.Tensor, weight, bias) -> paddle.Tensor:
    """Multiplies each channel, and adds to it."""
    shape = [1, -1] + [1] * (output.ndim - 2)
    output = output if weight is None else output * weight.reshape(shape)
    return output if bias is None else output + bias.reshape(shape)


def functional_group_norm(
    input: paddle.Tensor,
    num_groups: int,
    weight: paddle.Tensor | None = None,
    bias: paddle.Tensor | None = None,
    eps: float = 1e-5,
) -> paddle.Tensor:
    """Normalises groups of channels. Paddle's gradient is wrong without a weight, and if a weight is zero, so that
    channels are scaled afterwards."""
    shape, channels = input.shape, input.shape[1]
    ones, zeros = paddle.ones([channels], input.dtype), paddle.zeros([channels], input.dtype)
    flat = input.reshape([shape[0], channels, -1, 1])
    output = paddle.nn.functional.group_norm(flat, num_groups, eps, ones, zeros).reshape(shape)
    if weight is None and bias is None:
        # The gradient needs the original values, which the caller may change in place.
        return output if output.stop_gradient else output.clone()
    return _scaled(output, weight, bias)


def functional_instance_norm(
    input: paddle.Tensor,
    running_mean: Any = None,
    running_var: Any = None,
    weight: paddle.Tensor | None = None,
    bias: paddle.Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> paddle.Tensor:
    """Normalises each channel of each item; `momentum` is the share of the new running values."""
    axes = list(range(2, input.ndim))
    shape = [1, -1] + [1] * len(axes)
    if use_input_stats:
        mean = input.mean(axes, keepdim=True)
        variance = input.var(axes, unbiased=False, keepdim=True)
        if running_mean is not None:
            _follow(input, mean, variance, running_mean, running_var, momentum)
    else:
        mean, variance = running_mean.reshape(shape), running_var.reshape(shape)
    output = (input - mean) * paddle.rsqrt(variance + eps)
    if weight is not None:
        output = output * weight.reshape(shape)
    return output if bias is None else output + bias.reshape(shape)


@paddle.no_grad()
def _follow(
    input: paddle.Tensor, mean, variance, running_mean: paddle.Tensor, running_var: paddle.Tensor, momentum
) -> None:
    """Moves the running values towards those of the input."""
    count = input.size // (input.shape[0] * input.shape[1])
    mean = mean.reshape([input.shape[0], -1]).mean(0)
    variance = variance.reshape([input.shape[0], -1]).mean(0) * (count / max(count - 1, 1))
    paddle.assign(running_mean * (1 - momentum) + mean * momentum, running_mean)
    paddle.assign(running_var * (1 - momentum) + variance * momentum, running_var)


def functional_layer_norm(
    input: paddle.Tensor,
    normalized_shape: Sequence[int] | int,
    weight: paddle.Tensor | None = None,
    bias: paddle.Tensor | None = None,
    eps: float = 1e-5,
) -> paddle.Tensor:
    """Normalises over the last dimensions; weight and bias have their shape."""
    shape = [normalized_shape] if isinstance(normalized_shape, int) else [int(size) for size in normalized_shape]
    if list(input.shape[input.ndim - len(shape) :]) != shape:
        raise RuntimeError(f"the input ends in {list(input.shape)[-len(shape) :]} instead of {shape}")
    if len(shape) == input.ndim:
        # Paddle's needs a dimension that is not normalised.
        return functional_layer_norm(input.unsqueeze(0), shape, weight, bias, eps).squeeze(0)
    if weight is not None and (weight.stop_gradient or bias is None):
        # Paddle's gradient ignores a weight that does not need a gradient itself.
        output = functional_layer_norm(input, shape, None, None, eps) * weight
        return output if bias is None else output + bias
    if eps <= 1e-3:
        flat = [None if value is None else value.flatten() for value in (weight, bias)]
        return paddle.nn.functional.layer_norm(input, shape, flat[0], flat[1], eps)
    axes = list(range(input.ndim - len(shape), input.ndim))
    output = input - input.mean(axes, keepdim=True)
    output = output * paddle.rsqrt((output * output).mean(axes, keepdim=True) + eps)
    output = output if weight is None else output * weight
    return output if bias is None else output + bias


def functional_rms_norm(
    input: paddle.Tensor,
    normalized_shape: Sequence[int],
    weight: paddle.Tensor | None = None,
    eps: float | None = None,
) -> paddle.Tensor:
    """Divides by the root of the mean square of the last dimensions."""
    axes = list(range(input.ndim - len(normalized_shape), input.ndim))
    eps = paddle.finfo(input.dtype).eps if eps is None else eps
    output = input * paddle.rsqrt((input * input).mean(axes, keepdim=True) + eps)
    return output if weight is None else output * weight


class TorchBatchNorm(TorchLayer, stands_for="BatchNorm"):
    """Base of batch normalisation, with PyTorch's names, momentum and running variance."""

    ndims: Any = None

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self.weight = self.make_parameter((num_features,), device, dtype, 1.0) if affine else None
        self.bias = self.make_parameter((num_features,), device, dtype) if affine else None
        if track_running_stats:
            dtype = dtype or paddle.get_default_dtype()
            self.register_buffer("running_mean", paddle.zeros([num_features], dtype))
            self.register_buffer("running_var", paddle.ones([num_features], dtype))
            self.register_buffer("num_batches_tracked", paddle.zeros([], "int64"))
        else:
            none: Any = None
            self.running_mean = self.running_var = self.num_batches_tracked = none

    def reset_running_stats(self) -> None:
        if self.track_running_stats:
            paddle.assign(paddle.zeros_like(self.running_mean), self.running_mean)
            paddle.assign(paddle.ones_like(self.running_var), self.running_var)
            paddle.assign(paddle.zeros([], "int64"), self.num_batches_tracked)

    def reset_parameters(self) -> None:
        self.reset_running_stats()
        if self.affine:
            paddle.nn.initializer.Constant(1.0)(self.weight)
            paddle.nn.initializer.Constant(0.0)(self.bias)

    def _check_input_dim(self, input: paddle.Tensor) -> None:
        if self.ndims is not None and input.ndim not in self.ndims:
            raise ValueError(f"expected {' or '.join(map(str, self.ndims))} dimensions, got {input.ndim}")

    def forward(self, input: paddle.Tensor):
        self._check_input_dim(input)
        momentum: Any = self.momentum
        if self.training and self.track_running_stats:
            paddle.assign(self.num_batches_tracked + 1, self.num_batches_tracked)
            if momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        return functional_batch_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or self.running_mean is None,
            momentum or 0.0,
            self.eps,
        )

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"track_running_stats={self.track_running_stats}"
        )


class TorchBatchNorm1d(TorchBatchNorm, stands_for="BatchNorm1d"):
    """Batch normalisation of inputs with two or three dimensions."""

    ndims = (2, 3)


class TorchBatchNorm2d(TorchBatchNorm, stands_for="BatchNorm2d"):
    """Batch normalisation of inputs with 4 dimensions."""

    ndims = (4,)


class TorchBatchNorm3d(TorchBatchNorm, stands_for="BatchNorm3d"):
    """Batch normalisation of inputs with 5 dimensions."""

    ndims = (5,)


class TorchGroupNorm(TorchLayer, stands_for="GroupNorm"):
    """Normalises groups of channels."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if num_channels % num_groups:
            raise ValueError("num_channels must be divisible by num_groups")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self.weight = self.make_parameter((num_channels,), device, dtype, 1.0) if affine else None
        self.bias = self.make_parameter((num_channels,), device, dtype) if affine else None

    def reset_parameters(self) -> None:
        if self.affine:
            paddle.nn.initializer.Constant(1.0)(self.weight)
            paddle.nn.initializer.Constant(0.0)(self.bias)

    def forward(self, input: paddle.Tensor):
        return functional_group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"


class TorchInstanceNorm(TorchBatchNorm, stands_for="InstanceNorm"):
    """Base of instance normalisation, with PyTorch's names and momentum."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def _check_input_dim(self, input: paddle.Tensor) -> None:
        if input.ndim not in (self.ndims, self.ndims - 1):
            raise ValueError(f"expected {self.ndims - 1} or {self.ndims} dimensions, got {input.ndim}")

    def forward(self, input: paddle.Tensor):
        self._check_input_dim(input)
        is_batch = input.ndim == self.ndims
        output = functional_instance_norm(
            input if is_batch else input.unsqueeze(0),
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            self.momentum or 0.0,
            self.eps,
        )
        return output if is_batch else output.squeeze(0)


class TorchInstanceNorm1d(TorchInstanceNorm, stands_for="InstanceNorm1d"):
    """Instance normalisation of inputs with 3 dimensions, or one less without a batch."""

    ndims = 3


class TorchInstanceNorm2d(TorchInstanceNorm, stands_for="InstanceNorm2d"):
    """Instance normalisation of inputs with 4 dimensions, or one less without a batch."""

    ndims = 4


class TorchInstanceNorm3d(TorchInstanceNorm, stands_for="InstanceNorm3d"):
    """Instance normalisation of inputs with 5 dimensions, or one less without a batch."""

    ndims = 5


class NormOverLastDimensions(TorchLayer):
    """Base of normalisation over the last dimensions; the parameters have their shape."""

    def __init__(
        self,
        normalized_shape: Sequence[int] | int,
        eps: Any,
        elementwise_affine: bool,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(map(int, normalized_shape))
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = self.make_parameter(shape, device, dtype, 1.0) if elementwise_affine else None

    def reset_parameters(self) -> None:
        if self.weight is not None:
            paddle.nn.initializer.Constant(1.0)(self.weight)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class TorchLayerNorm(NormOverLastDimensions, stands_for="LayerNorm"):
    """Subtracts the mean of the last dimensions, and divides by their deviation."""

    def __init__(
        self,
        normalized_shape: Sequence[int] | int,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(normalized_shape, eps, elementwise_affine, device, dtype)
        has_bias = elementwise_affine and bias
        self.bias = self.make_parameter(self.normalized_shape, device, dtype) if has_bias else None

    def reset_parameters(self) -> None:
        super().reset_parameters()
        if self.bias is not None:
            paddle.nn.initializer.Constant(0.0)(self.bias)

    def forward(self, input: paddle.Tensor) -> paddle.Tensor:
        return functional_layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)


class TorchRMSNorm(NormOverLastDimensions, stands_for="RMSNorm"):
    """Divides by the root of the mean square of the last dimensions."""

    def __init__(
        self,
        normalized_shape: Sequence[int] | int,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(normalized_shape, eps, elementwise_affine, device, dtype)

    def forward(self, input: paddle.Tensor) -> paddle.Tensor:
        return functional_rms_norm(input, self.normalized_shape, self.weight, self.eps)


class TorchSyncBatchNorm(TorchBatchNorm, stands_for="SyncBatchNorm"):
    """Batch normalisation in one process. Training with several processes is refused."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: Any = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)
        self.process_group = process_group

    def forward(self, input: paddle.Tensor):
        if self.training and paddle.distributed.get_world_size() > 1:
            raise NotImplementedError("training with batch normalisation over several processes")
        return super(TorchSyncBatchNorm, self).forward(input)

    @classmethod
    def convert_sync_batchnorm(cls, module: Any, process_group: Any = None):
        """Replaces every batch normalisation in a module by this layer."""
        if isinstance(module, TorchBatchNorm):
            made = cls(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats)
            made.set_state_dict(module.state_dict())
            made.train(module.training)
            return made
        for name, child in module.named_children():
            setattr(module, name, cls.convert_sync_batchnorm(child, process_group))
        return module
