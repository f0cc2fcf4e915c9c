"""Activations whose values or gradients at their corners differ from Paddle's."""

from __future__ import annotations

import paddle

from .in_place import apply_in_place
from .layer import TorchLayer


def functional_leaky_relu(input: paddle.Tensor, negative_slope: float = 0.01, inplace: bool = False) -> paddle.Tensor:
    """PyTorch's `leaky_relu`. At zero, its gradient is the slope of the negative side."""
    if inplace:
        return apply_in_place(functional_leaky_relu, input, negative_slope)
    slope = paddle.full([1], negative_slope, input.dtype)
    return paddle.nn.functional.prelu(input, slope).reshape(input.shape)


def functional_hardshrink(input: paddle.Tensor, lambd: float = 0.5) -> paddle.Tensor:
    """PyTorch's `hardshrink`, which is zero at both limits, too."""
    return paddle.where(input.abs() > lambd, input, paddle.zeros_like(input))


class TorchLeakyReLU(TorchLayer, stands_for="LeakyReLU"):
    """A leaky ReLU with PyTorch's gradient at zero."""

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input: paddle.Tensor) -> paddle.Tensor:
        return functional_leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class TorchHardshrink(TorchLayer, stands_for="Hardshrink"):
    """Hard shrinkage that is zero at both limits, too."""

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: paddle.Tensor) -> paddle.Tensor:
        return functional_hardshrink(input, self.lambd)

    def extra_repr(self) -> str:
        return f"{self.lambd}"
