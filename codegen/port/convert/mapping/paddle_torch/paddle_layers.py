"""Paddle's layers with PyTorch's arguments."""

from __future__ import annotations

from typing import Any

import paddle

from .convolution import with_batch
from .in_place import apply_in_place
from .layer import TorchLayer


class TorchArguments(TorchLayer):
    """Gives a layer of Paddle PyTorch's arguments, which become attributes. `inplace` is obeyed."""

    # The names of the arguments, in the order of the layer's own, and their default values.
    arguments: dict[str, Any] = {}

    def __init__(self, *args, **kwargs) -> None:
        given = {**self.arguments, **dict(zip(self.arguments, args)), **kwargs}
        if given.keys() != self.arguments.keys() or len(args) > len(self.arguments):
            raise TypeError(f"{type(self).__name__} takes the arguments {', '.join(self.arguments)}")
        super().__init__(*(value for name, value in given.items() if name != "inplace"))
        for name, value in given.items():
            setattr(self, name, value)

    def forward(self, *args, **kwargs) -> Any:
        # Programs change nothing in place.
        if not getattr(self, "inplace", False) or not paddle.in_dynamic_mode():
            return super(TorchArguments, self).forward(*args, **kwargs)
        value = args[0] if args else kwargs["input"]
        # The gradient of a pool needs its original result.
        node = None if value.stop_gradient else value.grad_fn
        if node is not None and node.name().startswith("Pool"):
            return super(TorchArguments, self).forward(value)
        if isinstance(self, paddle.nn.ReLU):
            return paddle.nn.functional.relu_(value)
        return apply_in_place(super(TorchArguments, self).forward, value)

    def extra_repr(self) -> str:
        parts = [f"{name}={getattr(self, name)!r}" for name in self.arguments if name != "inplace"]
        return ", ".join([*parts, "inplace=True"] if getattr(self, "inplace", False) else parts)


class TorchDropoutArguments(TorchArguments):
    """Refuses values that are no probabilities."""

    arguments = {"p": 0.5, "inplace": False}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        if not 0 <= self.p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {self.p}")

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class TorchAlphaDropout(TorchDropoutArguments, paddle.nn.AlphaDropout, stands_for="AlphaDropout"):
    """Dropout that keeps mean and variance."""


class TorchCELU(TorchArguments, paddle.nn.CELU, stands_for="CELU"):
    """Continuously differentiable exponential linear units."""

    arguments = {"alpha": 1.0, "inplace": False}


class TorchCosineSimilarity(TorchArguments, paddle.nn.CosineSimilarity, stands_for="CosineSimilarity"):
    """The cosine of the angle between vectors."""

    arguments = {"dim": 1, "eps": 1e-8}


class TorchDropout(TorchDropoutArguments, paddle.nn.Dropout, stands_for="Dropout"):
    """Drops single values."""


class TorchDropout2d(TorchDropoutArguments, paddle.nn.Dropout2D, stands_for="Dropout2d"):
    """Drops channels of images."""


class TorchDropout3d(TorchDropoutArguments, paddle.nn.Dropout3D, stands_for="Dropout3d"):
    """Drops channels of volumes."""


class TorchELU(TorchArguments, paddle.nn.ELU, stands_for="ELU"):
    """Exponential linear units."""

    arguments = {"alpha": 1.0, "inplace": False}


class TorchFeatureAlphaDropout(TorchDropoutArguments, paddle.nn.FeatureAlphaDropout, stands_for="FeatureAlphaDropout"):
    """Drops channels, and keeps mean and variance."""


class TorchFlatten(TorchArguments, paddle.nn.Flatten, stands_for="Flatten"):
    """Joins dimensions."""

    arguments = {"start_dim": 1, "end_dim": -1}


class TorchGELU(TorchArguments, paddle.nn.GELU, stands_for="GELU"):
    """Gaussian error linear units."""

    arguments = {"approximate": "none"}


class TorchGLU(TorchArguments, paddle.nn.GLU, stands_for="GLU"):
    """Gated linear units."""

    arguments = {"dim": -1}


class TorchHardsigmoid(TorchArguments, paddle.nn.Hardsigmoid, stands_for="Hardsigmoid"):
    """The piecewise sigmoid."""

    arguments = {"inplace": False}


class TorchHardswish(TorchArguments, paddle.nn.Hardswish, stands_for="Hardswish"):
    """The piecewise swish."""

    arguments = {"inplace": False}


class TorchHardtanh(TorchArguments, paddle.nn.Hardtanh, stands_for="Hardtanh"):
    """Values between two limits."""

    arguments = {"min_val": -1.0, "max_val": 1.0, "inplace": False}


class TorchMish(TorchArguments, paddle.nn.Mish, stands_for="Mish"):
    """`x * tanh(softplus(x))`."""

    arguments = {"inplace": False}


class TorchPixelShuffle(TorchArguments, paddle.nn.PixelShuffle, stands_for="PixelShuffle"):
    """Moves channels to pixels."""

    arguments = {"upscale_factor": 2}

    def forward(self, input: paddle.Tensor) -> paddle.Tensor:
        return with_batch(super(TorchPixelShuffle, self).forward, 4, input)


class TorchPixelUnshuffle(TorchArguments, paddle.nn.PixelUnshuffle, stands_for="PixelUnshuffle"):
    """Moves pixels to channels."""

    arguments = {"downscale_factor": 2}

    def forward(self, input: paddle.Tensor) -> paddle.Tensor:
        return with_batch(super(TorchPixelUnshuffle, self).forward, 4, input)


class TorchRReLU(TorchArguments, paddle.nn.RReLU, stands_for="RReLU"):
    """A leaky ReLU with random slopes."""

    arguments = {"lower": 1.0 / 8, "upper": 1.0 / 3, "inplace": False}


class TorchReLU(TorchArguments, paddle.nn.ReLU, stands_for="ReLU"):
    """`max(x, 0)`."""

    arguments = {"inplace": False}


class TorchReLU6(TorchArguments, paddle.nn.ReLU6, stands_for="ReLU6"):
    """`min(max(x, 0), 6)`."""

    arguments = {"inplace": False}


class TorchSELU(TorchArguments, paddle.nn.SELU, stands_for="SELU"):
    """Scaled exponential linear units."""

    arguments = {"inplace": False}


class TorchSiLU(TorchArguments, paddle.nn.Silu, stands_for="SiLU"):
    """`x * sigmoid(x)`."""

    arguments = {"inplace": False}


class TorchSoftmax(TorchArguments, paddle.compat.nn.Softmax, stands_for="Softmax"):
    """Probabilities along a dimension."""

    arguments = {"dim": None}


class TorchSoftplus(TorchArguments, paddle.nn.Softplus, stands_for="Softplus"):
    """A smooth ReLU."""

    arguments = {"beta": 1.0, "threshold": 20.0}


class TorchSoftshrink(TorchArguments, paddle.nn.Softshrink, stands_for="Softshrink"):
    """Shrinks values towards zero."""

    arguments = {"lambd": 0.5}


class TorchThreshold(TorchArguments, paddle.nn.ThresholdedReLU, stands_for="Threshold"):
    """Values above a threshold."""

    arguments = {"threshold": 1.0, "value": 0.0, "inplace": False}
