"""What converted code needs beside the framework."""

from __future__ import annotations

import abc
import math
import paddle
import warnings
from collections.abc import Callable
from typing import Any


def init_uniform_by_fan_in(fan_in, *parameters) -> None:
    """Draws parameters from the initial range of PyTorch's layers."""
    bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
    for parameter in parameters:
        if parameter is not None:
            paddle.nn.initializer.Uniform(-bound, bound)(parameter)


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


class _Listed(list):
    """A list that is also an iterator, like the results of PyTorch's methods."""

    def __next__(self):
        if not hasattr(self, "_items"):
            self._items = list.__iter__(self)
        return next(self._items)


def module_extensions() -> None:
    """Adds to layers the methods that only PyTorch's modules have."""
    layer = paddle.nn.Layer
    _list_items(layer, "parameters")
    _list_items(layer, "buffers")
    layer.to = _to(layer.to)
    layer.half = _casting("float16")
    layer.float = _casting("float32")
    layer.double = _casting("float64")
    layer.bfloat16 = _casting("bfloat16")
    layer.state_dict = _state_dict(layer.state_dict)
    layer.register_load_state_dict_post_hook = _register_load_state_dict_post_hook
    layer.load_state_dict = _load_state_dict(layer.load_state_dict)
    layer.share_memory = lambda self: self
    layer.ipu = lambda self, device=None: self


def _list_items(layer: Any, name: str) -> None:
    """Lets `next` be called on the result of a method."""
    method = getattr(layer, name)

    def listed(self, *args, **kwargs):
        return _Listed(method(self, *args, **kwargs))

    setattr(layer, name, listed)


def _casting(dtype: Any):
    """A method that changes the data type of the floating-point parameters and buffers."""
    return lambda self: self._to_impl(dtype=dtype, floating_only=True)


def _to(original: Callable[..., Any]):
    """Takes a device, a data type or a tensor in any position. Only floating-point tensors change their data type."""

    def to(self, *args, **kwargs):
        device, dtype = kwargs.get("device"), kwargs.get("dtype")
        for value in [*args, kwargs.get("tensor")]:
            if isinstance(value, paddle.Tensor):
                device, dtype = value.place, value.dtype
            elif isinstance(value, paddle.dtype):
                dtype = value
            elif value is not None and not isinstance(value, bool):
                device = value
        if isinstance(device, int):
            device = f"gpu:{device}"
        if isinstance(device, str):
            device = device.replace("cuda", "gpu")
        return self._to_impl(device=device, dtype=dtype, floating_only=True)

    return to


def _state_dict(original: Callable[..., Any]):
    """Without arguments, the tensors share memory with the layer, but not its gradients."""

    def state_dict(self, *args, **kwargs):
        if not args:
            kwargs.setdefault("keep_vars", False)
        if "prefix" in kwargs:
            kwargs["structured_name_prefix"] = kwargs.pop("prefix")
        return original(self, *args, **kwargs)

    return state_dict


def _register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> None:
    """Calls the hook after `load_state_dict`."""
    self.__dict__.setdefault("_load_hooks", []).append(hook)


def _load_state_dict(original: Callable[..., Any]):
    """Loads without a warning for each name, and calls the hooks."""

    def load_state_dict(self, state_dict, strict: bool = True, assign: bool = False):
        # Older files do not contain the number of batches.
        counts = {key: value for key, value in self.state_dict().items() if key.endswith("num_batches_tracked")}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state_dict = {**{key: value for key, value in counts.items() if key not in state_dict}, **state_dict}
            result = original(self, state_dict, strict, assign)
        for layer in self.sublayers(include_self=True):
            for hook in layer.__dict__.get("_load_hooks", ()):
                hook(layer, result)
        return result

    return load_state_dict


module_extensions()


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


class Unconverted(abc.ABCMeta):
    """The type of placeholders for names without a counterpart. Mentioning a placeholder works, using it fails."""

    def __call__(cls, *args, **kwargs):
        raise NotImplementedError(f"`{cls.unconverted}` is not converted")

    def __getattr__(cls, name: str):
        raise AttributeError(f"`{name}`: `{type.__getattribute__(cls, 'unconverted')}` is not converted")

    def decorate(cls, function: Callable[..., Any]):
        return cls


def unconverted(text: str):
    """The placeholder for a name."""
    return Unconverted(text, (), {"unconverted": text})
