"""PyTorch's arguments for Paddle's layers."""

from __future__ import annotations

from typing import Any

import paddle

from ..in_place import apply_in_place


def layer_extensions() -> None:
    """Lets Paddle's layers take PyTorch's arguments, such as `inplace`, and keep them as attributes."""
    layers = paddle.nn
    _take_arguments(layers.ReLU, inplace=False)
    _take_arguments(layers.ReLU6, inplace=False)
    _take_arguments(layers.SELU, inplace=False)
    _take_arguments(layers.Silu, inplace=False)
    _take_arguments(layers.Mish, inplace=False)
    _take_arguments(layers.Hardswish, inplace=False)
    _take_arguments(layers.Hardsigmoid, inplace=False)
    _take_arguments(layers.ELU, alpha=1.0, inplace=False)
    _take_arguments(layers.CELU, alpha=1.0, inplace=False)
    _take_arguments(layers.RReLU, lower=1.0 / 8, upper=1.0 / 3, inplace=False)
    _take_arguments(layers.Hardtanh, min_val=-1.0, max_val=1.0, inplace=False)
    _take_arguments(layers.ThresholdedReLU, threshold=1.0, value=0.0, inplace=False)
    for layer in (layers.Dropout, layers.Dropout2D, layers.Dropout3D, layers.AlphaDropout, layers.FeatureAlphaDropout):
        _take_arguments(layer, p=0.5, inplace=False)
    _take_arguments(layers.GELU, approximate="none")
    _take_arguments(layers.GLU, dim=-1)
    _take_arguments(layers.Softplus, beta=1.0, threshold=20.0)
    _take_arguments(layers.Softshrink, lambd=0.5)
    _take_arguments(paddle.compat.nn.Softmax, dim=None)
    _take_arguments(layers.Flatten, start_dim=1, end_dim=-1)
    _take_arguments(layers.PixelShuffle, upscale_factor=2)
    _take_arguments(layers.PixelUnshuffle, downscale_factor=2)
    _take_arguments(layers.CosineSimilarity, dim=1, eps=1e-8)


def _take_arguments(layer: Any, **arguments) -> None:
    """Lets a layer take arguments with PyTorch's names, keeps them as attributes, and obeys `inplace`."""
    construct, forward = layer.__init__, layer.forward

    def construct_as_in_pytorch(self, *args, **kwargs):
        given = {**arguments, **dict(zip(arguments, args)), **kwargs}
        is_known = given.keys() == arguments.keys() and len(args) <= len(arguments)
        if not is_known or not isinstance(given.get("inplace", False), bool):
            return construct(self, *args, **kwargs)
        if "Dropout" in layer.__name__ and not 0 <= given["p"] <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {given['p']}")
        construct(self, *(value for name, value in given.items() if name != "inplace"))
        for name, value in given.items():
            setattr(self, name, value)

    def forward_in_place(self, *args, **kwargs):
        if not getattr(self, "inplace", False):
            return forward(self, *args, **kwargs)
        value = args[0] if args else kwargs["input" if "input" in kwargs else "x"]
        # The gradient of a pool needs its original result.
        node = None if value.stop_gradient else value.grad_fn
        if node is not None and node.name().startswith("Pool"):
            return forward(self, value)
        if isinstance(self, paddle.nn.ReLU):
            return paddle.nn.functional.relu_(value)
        return apply_in_place(lambda input: forward(self, input), value)

    layer.__init__ = construct_as_in_pytorch
    if "inplace" in arguments:
        layer.forward = forward_in_place


layer_extensions()
