"""The base of the layers."""

from __future__ import annotations

import abc
from typing import Any

import paddle


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
