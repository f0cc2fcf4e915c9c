"""Layers."""

from __future__ import annotations

from typing import Any

import paddle

from .functional import (
    drop_depth,
    functional_bilinear,
    functional_dropout1d,
    functional_embedding,
    functional_embedding_bag,
    functional_interpolate,
    functional_log_softmax,
    functional_prelu,
)
from .init import init_uniform_by_fan_in
from .layer import TorchLayer


class DropDepth(paddle.nn.Layer):
    """Drops a whole batch, or rows of it, during training."""

    def __init__(self, p, mode: str) -> None:
        super().__init__()
        self.p, self.mode = p, mode

    def forward(self, input: paddle.Tensor):
        return drop_depth(input, self.p, self.mode, self.training)


def joined_parameters(parameters):
    """All items of the parameters in one vector, which can be differentiated."""
    return paddle.concat([parameter.flatten() for parameter in parameters])


def set_module(obj: Any, mod) -> None:
    """Sets the `__module__` of an object."""
    obj.__module__ = mod


class Softmin(paddle.nn.Softmax):
    """The softmax of the negated input."""

    def forward(self, x: paddle.Tensor):
        axis = self._axis
        if axis is None:
            axis = 0 if x.ndim in (0, 1, 3) else 1
        return paddle.nn.functional.softmax(-x, axis)


class TorchBilinear(TorchLayer, stands_for="Bilinear"):
    """A bilinear layer with PyTorch's initialisation and shapes."""

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = self.make_parameter((out_features, in1_features, in2_features), device, dtype)
        self.bias = self.make_parameter((out_features,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        init_uniform_by_fan_in(self.in1_features, self.weight, self.bias)

    def forward(self, input1: paddle.Tensor, input2: paddle.Tensor):
        return functional_bilinear(input1, input2, self.weight, self.bias)


class TorchDropout1d(TorchLayer, stands_for="Dropout1d"):
    """Drops whole channels of sequences."""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        self.p = p
        self.inplace = inplace

    def forward(self, input: paddle.Tensor):
        return functional_dropout1d(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class TorchEmbedding(TorchLayer, stands_for="Embedding"):
    """A table of vectors that starts with the normal distribution."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: paddle.Tensor | None = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        if padding_idx is not None and padding_idx < 0:
            padding_idx += num_embeddings
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        self.weight = self.make_parameter((num_embeddings, embedding_dim), device, dtype)
        if _weight is None:
            self.reset_parameters()
        else:
            self.weight = paddle.nn.Parameter(_weight)
        self.weight.stop_gradient = _freeze

    def reset_parameters(self) -> None:
        paddle.nn.initializer.Normal(0.0, 1.0)(self.weight)
        self._fill_padding_idx_with_zero()

    def _fill_padding_idx_with_zero(self) -> None:
        if self.padding_idx is not None:
            with paddle.no_grad():
                self.weight[self.padding_idx] = 0.0

    @classmethod
    def from_pretrained(
        cls,
        embeddings,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ):
        rows, columns = embeddings.shape
        return cls(
            num_embeddings=rows,
            embedding_dim=columns,
            padding_idx=padding_idx,
            max_norm=max_norm,
            norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq,
            sparse=sparse,
            _weight=embeddings,
            _freeze=freeze,
        )

    def forward(self, input: paddle.Tensor):
        return functional_embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq
        )

    def extra_repr(self) -> str:
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        return text if self.padding_idx is None else f"{text}, padding_idx={self.padding_idx}"


class TorchEmbeddingBag(TorchEmbedding, stands_for="EmbeddingBag"):
    """Sums, means or maxima of vectors from a table."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: paddle.Tensor | None = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(
            num_embeddings,
            embedding_dim,
            padding_idx,
            max_norm,
            norm_type,
            scale_grad_by_freq,
            sparse,
            _weight,
            False,
            device,
            dtype,
        )
        self.mode = mode
        self.include_last_offset = include_last_offset

    def forward(
        self,
        input: paddle.Tensor,
        offsets: paddle.Tensor | None = None,
        per_sample_weights: paddle.Tensor | None = None,
    ):
        return functional_embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )


class TorchLinear(TorchLayer, stands_for="Linear"):
    """A linear layer with a weight of the shape (outputs, inputs)."""

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = self.make_parameter((out_features, in_features), device, dtype)
        self.bias = self.make_parameter((out_features,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        init_uniform_by_fan_in(self.in_features, self.weight, self.bias)

    def forward(self, input: paddle.Tensor):
        return paddle.compat.nn.functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class TorchLogSoftmax(paddle.nn.LogSoftmax):
    """`LogSoftmax` with the argument and the attribute `dim`."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__(dim)
        self.dim = dim

    def forward(self, input: paddle.Tensor):
        return functional_log_softmax(input, self.dim)


class TorchPReLU(TorchLayer, stands_for="PReLU"):
    """A leaky ReLU whose slope is learnt, for all channels or for each."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = self.make_parameter((num_parameters,), device, dtype, init)

    def reset_parameters(self) -> None:
        paddle.nn.initializer.Constant(self.init)(self.weight)

    def forward(self, input: paddle.Tensor):
        return functional_prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"


class TorchUpsample(TorchLayer, stands_for="Upsample"):
    """Resizes the last dimensions."""

    def __init__(
        self,
        size=None,
        scale_factor=None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: paddle.Tensor):
        return functional_interpolate(
            input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor
        )

    def extra_repr(self) -> str:
        size = f"size={self.size}" if self.scale_factor is None else f"scale_factor={self.scale_factor}"
        return f"{size}, mode={self.mode}"
