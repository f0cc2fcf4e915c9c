"""What converted code needs beside the framework."""

from __future__ import annotations

import abc
import collections
import itertools
import math
import numpy
import paddle
from collections.abc import Callable
from typing import Any


def apply_in_place(function: Callable[..., Any], input: paddle.Tensor, *args, **kwargs):
    """Applies a function to a copy of a tensor, and writes the result into the tensor. Gradients need the copy."""
    return paddle.assign(function(input.clone(), *args, **kwargs), input)


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


class IncompatibleKeys(collections.namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What `load_state_dict` returns in PyTorch."""

    def __repr__(self) -> str:
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


class HookHandle:
    """Removes a hook."""

    def __init__(self, hooks: dict[int, Any], number: int) -> None:
        self.hooks, self.number = hooks, number

    def remove(self) -> None:
        self.hooks.pop(self.number, None)


def add_hook(layer: Any, kind: str, hook: Any) -> HookHandle:
    """Adds a hook to a layer, in the order in which hooks are called."""
    hooks = layer.__dict__.setdefault(kind, collections.OrderedDict())
    number = next(HOOK_NUMBERS)
    hooks[number] = hook
    return HookHandle(hooks, number)


HOOK_NUMBERS = itertools.count()


def hooks_of(layer: Any, kind: str):
    """The hooks of a layer."""
    return list(layer.__dict__.get(kind, {}).values())


def register_load_state_dict_pre_hook(self, hook: Callable[..., Any], with_module: bool = False) -> HookHandle:
    """Calls the hook before a layer is loaded, with the arguments of `_load_from_state_dict`."""
    return add_hook(self, "_load_state_dict_pre_hooks", (lambda *args: hook(self, *args)) if with_module else hook)


def register_public_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
    """Calls the hook with the layer before it is loaded."""
    return register_load_state_dict_pre_hook(self, hook, True)


def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> HookHandle:
    """Calls the hook after a layer is loaded. It may change the lists of keys."""
    return add_hook(self, "_load_state_dict_post_hooks", hook)


def register_state_dict_hook(self, hook: Callable[..., Any]) -> HookHandle:
    """Calls the hook with the layer, its state, a prefix and metadata."""
    return add_hook(self, "_torch_state_dict_hooks", hook)


def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
    """Calls the hook before the state of a layer is collected."""
    return add_hook(self, "_torch_state_dict_pre_hooks", hook)


def load_from_state_dict(
    self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
) -> None:
    """Copies the parameters and buffers of one layer, without those inside of it."""
    for hook in hooks_of(self, "_load_state_dict_pre_hooks"):
        hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
    hidden = self._non_persistable_buffer_names_set
    buffers = {name: buffer for name, buffer in self._buffers.items() if name not in hidden}
    known = {name: value for name, value in (*self._parameters.items(), *buffers.items()) if value is not None}
    for name, value in known.items():
        if prefix + name in state_dict:
            load_tensor(value, state_dict[prefix + name], prefix + name, error_msgs)
        elif strict and name != "num_batches_tracked":
            # Older files do not contain the number of batches.
            missing_keys.append(prefix + name)
    if strict:
        names = {*known, *self._sub_layers, "_extra_state"}
        inside = (key[len(prefix) :] for key in state_dict if key.startswith(prefix) and key != prefix)
        unexpected_keys += [prefix + name for name in inside if name.split(".", 1)[0] not in names]


def load_tensor(value: paddle.Tensor, loaded: Any, key: str, error_msgs) -> None:
    """Copies a tensor or array into a parameter or buffer."""
    loaded = loaded if paddle.is_tensor(loaded) else paddle.to_tensor(numpy.asarray(loaded))
    if loaded.shape == [1] and value.shape == []:
        loaded = loaded.reshape([])
    if loaded.shape != value.shape:
        shapes = f"copying a param with shape {list(loaded.shape)} from checkpoint, the shape in current model is"
        error_msgs.append(f"size mismatch for {key}: {shapes} {list(value.shape)}.")
    else:
        with paddle.no_grad():
            value.set_value(loaded.astype(value.dtype))


def load_state_dict(self, state_dict, strict: bool = True, assign: bool = False):
    """PyTorch's `load_state_dict`: an error for other shapes, and for other names if it is strict."""
    missing: list[str] = []
    unexpected: list[str] = []
    errors: list[str] = []
    metadata = getattr(state_dict, "_metadata", None)
    state_dict = collections.OrderedDict(state_dict)

    def load(layer: Any, prefix: str) -> None:
        local = {} if metadata is None else metadata.get(prefix[:-1], {})
        layer._load_from_state_dict(state_dict, prefix, local, True, missing, unexpected, errors)
        if prefix + "_extra_state" in state_dict and hasattr(layer, "set_extra_state"):
            layer.set_extra_state(state_dict[prefix + "_extra_state"])
        for name, child in layer._sub_layers.items():
            if child is not None:
                load(child, f"{prefix}{name}.")
        result = IncompatibleKeys(missing, unexpected)
        for hook in hooks_of(layer, "_load_state_dict_post_hooks"):
            hook(layer, result)

    load(self, "")
    if strict and unexpected:
        errors.insert(0, f"Unexpected key(s) in state_dict: {', '.join(unexpected)}.")
    if strict and missing:
        errors.insert(0, f"Missing key(s) in state_dict: {', '.join(missing)}.")
    if errors:
        text = "\n\t".join(errors)
        raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{text}")
    return IncompatibleKeys(missing, unexpected)


def with_state_hooks(original: Callable[..., Any]):
    """Collects the state of a layer and of the layers inside, and calls PyTorch's hooks."""

    def collect(self, destination=None, include_sublayers=True, structured_name_prefix="", *args, **kwargs):
        destination = collections.OrderedDict() if destination is None else destination
        for hook in hooks_of(self, "_torch_state_dict_pre_hooks"):
            hook(self, structured_name_prefix, kwargs.get("keep_vars", False))
        result = original(self, destination, include_sublayers, structured_name_prefix, *args, **kwargs)
        if type(self).get_extra_state is not paddle.nn.Layer.get_extra_state:
            result[structured_name_prefix + "_extra_state"] = self.get_extra_state()
        for hook in hooks_of(self, "_torch_state_dict_hooks"):
            changed = hook(self, result, structured_name_prefix, {})
            result = result if changed is None else changed
        return result

    return collect


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


class TorchGELU(TorchArguments, paddle.nn.GELU, stands_for="GELU"):
    """Gaussian error linear units."""

    arguments = {"approximate": "none"}


class TorchReLU(TorchArguments, paddle.nn.ReLU, stands_for="ReLU"):
    """`max(x, 0)`."""

    arguments = {"inplace": False}


class TorchSiLU(TorchArguments, paddle.nn.Silu, stands_for="SiLU"):
    """`x * sigmoid(x)`."""

    arguments = {"inplace": False}


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
