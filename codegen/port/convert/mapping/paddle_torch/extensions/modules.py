"""Methods of modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle

from ..state_dicts import (
    load_from_state_dict,
    load_state_dict,
    register_load_state_dict_post_hook,
    register_load_state_dict_pre_hook,
    register_public_pre_hook,
    register_state_dict_hook,
    register_state_dict_pre_hook,
    with_state_hooks,
)


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
    for name, dtype in (("half", "float16"), ("float", "float32"), ("double", "float64"), ("bfloat16", "bfloat16")):
        setattr(layer, name, _casting(getattr(layer, name), dtype))
    layer._state_dict_impl = with_state_hooks(layer._state_dict_impl)
    layer.load_state_dict = load_state_dict
    layer._load_from_state_dict = load_from_state_dict
    layer._register_load_state_dict_pre_hook = register_load_state_dict_pre_hook
    layer.register_load_state_dict_pre_hook = register_public_pre_hook
    layer.register_load_state_dict_post_hook = register_load_state_dict_post_hook
    layer._register_state_dict_hook = register_state_dict_hook
    layer.register_state_dict_post_hook = register_state_dict_hook
    layer.register_state_dict_pre_hook = register_state_dict_pre_hook
    layer.__setattr__ = _set_attribute(layer.__setattr__)
    layer.share_memory = lambda self: self
    layer.ipu = lambda self, device=None: self


def _list_items(layer: Any, name: str) -> None:
    """Lets `next` be called on the result of a method."""
    method = getattr(layer, name)

    def listed(self, *args, **kwargs):
        return _Listed(method(self, *args, **kwargs))

    setattr(layer, name, listed)


def _casting(original: Callable[..., Any], dtype: str):
    """A method that changes the data type of the floating-point parameters and buffers. Paddle's has arguments."""

    def cast(self, *args, **kwargs):
        if args or kwargs:
            return original(self, *args, **kwargs)
        return self._to_impl(dtype=dtype, floating_only=True)

    return cast


def _to(original: Callable[..., Any]):
    """Takes a device, a data type or a tensor in any position. Only floating-point tensors change their data type. With
    Paddle's own arguments, it is Paddle's method."""

    def to(self, *args, **kwargs):
        device, dtype = kwargs.get("device"), kwargs.get("dtype")
        if isinstance(dtype, str) or "blocking" in kwargs:
            return original(self, *args, **kwargs)
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


def _set_attribute(original: Callable[..., Any]):
    """Sets an attribute of a layer, even if Paddle's class has a method of that name, or a subclass has a property."""

    def set_attribute(self, name, value):
        known = getattr(type(self), name, None)
        is_property = isinstance(known, property) and known.fset is None
        if is_property and isinstance(value, paddle.base.framework.Parameter):
            self._parameters[name] = value
        elif is_property and isinstance(value, paddle.nn.Layer):
            self._sub_layers[name] = value
        else:
            original(self, name, value)
            if callable(known) and isinstance(value, (paddle.Tensor, paddle.nn.Layer)):
                self.__dict__[name] = value

    return set_attribute


module_extensions()
