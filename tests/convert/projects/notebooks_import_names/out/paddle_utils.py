"""What converted code needs beside the framework."""

from __future__ import annotations

import abc
import math
import paddle
from typing import Any


class LayerKind(abc.ABCMeta):
    """The type of layers. A layer is also an instance of the layer that stands for the same one of PyTorch
    in another package that was converted separately."""

    def __instancecheck__(cls, value):
        return cls.__subclasscheck__(type(value))

    def __subclasscheck__(cls, other):
        name = cls.__dict__.get("stands_for")
        if name is None:
            return super().__subclasscheck__(other)
        return any(base.__dict__.get("stands_for") == name for base in getattr(other, "__mro__", ()))


class TorchLayer(paddle.nn.Layer, metaclass=LayerKind):
    """Base of the layers that stand for layers of PyTorch. Their class names are those of PyTorch."""

    def __init_subclass__(cls, stands_for: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if stands_for is not None:
            cls.stands_for = cls.__name__ = stands_for

    def make_parameter(self, shape, device: Any = None, dtype: Any = None, value=0.0):
        """A parameter filled with one value."""
        constant = paddle.nn.initializer.Constant(value)
        device = None if device is None else str(device).replace("cuda", "gpu").replace("Place(", "").replace(")", "")
        dtype = dtype or paddle.get_default_dtype()
        return self.create_parameter(list(shape), dtype=dtype, default_initializer=constant, device=device)


def init_uniform_by_fan_in(fan_in, *parameters) -> None:
    """Draws parameters from the initial range of PyTorch's layers."""
    bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
    for parameter in parameters:
        if parameter is not None:
            paddle.nn.initializer.Uniform(-bound, bound)(parameter)


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
