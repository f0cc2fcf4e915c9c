"""What converted code needs beside the framework."""

from __future__ import annotations

import abc
import collections
import functools
import itertools
import math
import numbers
import numpy
import paddle
from collections.abc import Callable, Sequence
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


def dtype_kind(dtype: Any):
    """The kind of a data type: 0 for truth values, 1 for integers, 2 for floating-point and 3 for complex numbers."""
    name = str(dtype).rsplit(".", 1)[-1]
    return 0 if name == "bool" else 1 if "int" in name else 3 if name.startswith("complex") else 2


def common_dtype(first, second):
    """PyTorch's `promote_types`: the smallest data type that holds the values of two others."""
    if first == second:
        return first
    if dtype_kind(first) < dtype_kind(second):
        first, second = second, first
    kind, names = dtype_kind(first), [str(dtype).rsplit(".", 1)[-1] for dtype in (first, second)]
    if kind == 3:
        return paddle.complex128 if names[0] == "complex128" or names[1] in ("float64", "complex128") else first
    if kind > dtype_kind(second):
        return first
    if kind == 2:
        return paddle.float64 if "float64" in names else paddle.float32
    sizes = {"uint8": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8}
    if {"uint8", "int8"} == set(names):
        return paddle.int16
    return first if sizes.get(names[0], 8) >= sizes.get(names[1], 8) else second


def promoted_dtype(*values: Any):
    """PyTorch's `result_type`: numbers and tensors without dimensions count only if they are of a higher kind."""
    groups: list[list[Any]] = [[], [], []]
    for value in values:
        if paddle.is_tensor(value):
            groups[0 if value.ndim else 1].append(value.dtype)
        elif isinstance(value, bool):
            groups[2].append(paddle.bool)
        elif isinstance(value, complex):
            groups[2].append(paddle.complex64)
        else:
            is_whole = isinstance(value, int) or hasattr(value, "__index__")
            groups[2].append(paddle.int64 if is_whole else getattr(paddle, paddle.get_default_dtype()))
    result = None
    for group in groups:
        for dtype in group[:1]:
            for other in group[1:]:
                dtype = common_dtype(dtype, other)
            if result is None or dtype_kind(dtype) > dtype_kind(result):
                result = common_dtype(dtype, result) if result is not None else dtype
    return result


def as_tuple(value, count):
    """A tuple with a number for each dimension. Other values become a tuple."""
    return (value,) * count if isinstance(value, int) else tuple(int(item) for item in value)


def functional_conv(
    input: paddle.Tensor,
    weight,
    bias: paddle.Tensor | None = None,
    stride: Sequence[int] | int = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> paddle.Tensor:
    """A convolution over one, two or three dimensions; `padding` may be "same" or "valid"."""
    dims = weight.ndim - 2
    is_batch = input.ndim == weight.ndim
    dilation = as_tuple(dilation, dims)
    if padding == "same":
        totals = [d * (size - 1) for d, size in zip(dilation, weight.shape[2:])]
        padding = [side for total in totals for side in (total // 2, total - total // 2)]
    elif padding == "valid":
        padding = 0
    else:
        padding = list(as_tuple(padding, dims))
    functions = paddle.nn.functional
    convolve = (functions.conv1d, functions.conv2d, functions.conv3d)[dims - 1]
    strides = list(as_tuple(stride, dims))
    output = convolve(input if is_batch else input.unsqueeze(0), weight, bias, strides, padding, list(dilation), groups)
    return output if is_batch else output.squeeze(0)


def functional_pad(input: paddle.Tensor, pad, mode: str = "constant", value=None) -> paddle.Tensor:
    """Pads the last dimensions. As in PyTorch, negative numbers crop."""
    pad = [int(size) for size in pad]
    pairs = [pad[i : i + 2] for i in range(0, len(pad), 2)]
    axes = [input.ndim - 1 - i for i in range(len(pairs))]
    for axis, (before, after) in zip(axes, pairs):
        if before < 0 or after < 0:
            length = input.shape[axis]
            input = paddle.slice(input, [axis], [max(-before, 0)], [length - max(-after, 0)])
    pairs = [[max(before, 0), max(after, 0)] for before, after in pairs]
    if not any(size for pair in pairs for size in pair):
        return input
    if mode == "constant":
        return _padded_by(input, axes, pairs, 0 if value is None else value)
    for axis, (before, after) in zip(axes, pairs):
        if mode == "circular":
            index = paddle.arange(-before, input.shape[axis] + after) % input.shape[axis]
            input = paddle.index_select(input, index, axis)
            continue
        input = _padded_by_itself(input, axis, before, after, mode)
    return input


def _padded_by(input: paddle.Tensor, axes, pairs, value):
    """Pads with one value."""
    for axis, pair in zip(axes, pairs):
        shape = list(input.shape)
        pieces = []
        for size in pair:
            shape[axis] = size
            pieces.append(paddle.full(shape, value, input.dtype))
        input = paddle.concat([piece for piece in (pieces[0], input, pieces[1]) if piece.shape[axis]], axis)
    return input


def _padded_by_itself(input: paddle.Tensor, axis, before, after, mode: str):
    """Pads with the mirror image of the input, or with its last item."""
    last = input.shape[axis] - 1
    index = paddle.arange(-before, last + 1 + after)
    if mode == "reflect":
        if max(before, after) > last:
            raise RuntimeError("the padding must be smaller than the input")
        index = last - (last - index.abs()).abs()
    elif mode == "replicate":
        index = index.clip(0, last)
    else:
        raise NotImplementedError(f"there is no padding mode '{mode}'")
    return paddle.index_select(input, index, axis)


class TorchConv(TorchLayer, stands_for="Conv"):
    """Base of the convolutions, with PyTorch's attributes, padding modes and initialisation."""

    dims = 0
    transposed = False

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sequence[int] | int,
        stride: Sequence[int] | int = 1,
        padding: Sequence[int] | int | str = 0,
        dilation: Sequence[int] | int = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
        output_padding: Sequence[int] | int = 0,
    ) -> None:
        super().__init__()
        if in_channels % groups or out_channels % groups:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError(f"padding_mode must not be '{padding_mode}'")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = as_tuple(kernel_size, self.dims)
        self.stride = as_tuple(stride, self.dims)
        self.padding = padding if isinstance(padding, str) else as_tuple(padding, self.dims)
        self.dilation = as_tuple(dilation, self.dims)
        self.output_padding = as_tuple(output_padding, self.dims)
        self.groups = groups
        self.padding_mode = padding_mode
        first, second = (in_channels, out_channels) if self.transposed else (out_channels, in_channels)
        self.weight = self.make_parameter((first, second // groups, *self.kernel_size), device, dtype)
        self.bias = self.make_parameter((out_channels,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        fan_in = self.weight.shape[1]
        for size in self.kernel_size:
            fan_in *= size
        init_uniform_by_fan_in(fan_in, self.weight, self.bias)

    @property
    def _reversed_padding_repeated_twice(self):
        if self.padding == "valid":
            return [0, 0] * self.dims
        if self.padding == "same":
            totals = [d * (size - 1) for d, size in zip(self.dilation, self.kernel_size)]
            return [side for total in reversed(totals) for side in (total // 2, total - total // 2)]
        return [size for size in reversed(self.padding) for _ in range(2)]

    def _conv_forward(self, input: paddle.Tensor, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = functional_pad(input, self._reversed_padding_repeated_twice, self.padding_mode)
            padding = 0
        return functional_conv(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: paddle.Tensor):
        return self._conv_forward(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        zeros, ones = (0,) * self.dims, (1,) * self.dims
        if self.padding != zeros:
            text += f", padding={self.padding}"
        if self.dilation != ones:
            text += f", dilation={self.dilation}"
        if self.output_padding != zeros:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        return text if self.padding_mode == "zeros" else f"{text}, padding_mode={self.padding_mode}"


class TorchConv1d(TorchConv, stands_for="Conv1d"):
    """A convolution in 1 dimension."""

    dims = 1


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


def as_tensor_of(value, dtype: Any):
    """A tensor or number as a tensor of a data type."""
    if isinstance(value, paddle.Tensor):
        return value if value.dtype == dtype else value.astype(dtype)
    return paddle.full([], value, dtype)


def with_promotion(original: Callable[..., Any]):
    """If a function of two values rejects a number or mixed data types, calls it with tensors of one data type."""

    @functools.wraps(original)
    def function(*args, **kwargs):
        if len(args) == 3 and isinstance(args[1], numbers.Number) and isinstance(args[2], paddle.Tensor):
            # The old order of arguments, with the factor in front.
            args = (args[0], args[2] * args[1])
        try:
            return original(*args, **kwargs)
        except (RuntimeError, TypeError, ValueError) as error:
            reason = error
            names = [name for name in ("input", "x", "self", "other", "y") if name in kwargs]
            values = [*args[:2], *(kwargs.pop(name) for name in names)]
            is_known = [isinstance(value, (paddle.Tensor, numbers.Number)) for value in values]
            if len(values) != 2 or not all(is_known):
                raise
        dtype = promoted_dtype(*values)
        if dtype in (paddle.uint8, paddle.int8, paddle.int16):
            result = original(*(as_tensor_of(value, paddle.int32) for value in values), *args[2:], **kwargs)
            return result.astype(dtype) if result.dtype == paddle.int32 else result
        if isinstance(reason, RuntimeError):
            raise reason
        return original(*(as_tensor_of(value, dtype) for value in values), *args[2:], **kwargs)

    return function


def reversed_operator(operator):
    """An operator whose left operand is a number."""

    def function(self, other):
        return operator(as_tensor_of(other, promoted_dtype(other, self)), self)

    return function


def of_one_element(convert: Callable[..., Any]):
    """`float` and `int` of a tensor with one element, whatever its shape."""

    def function(self):
        return convert(self.item())

    return function


def without_dimension(operator):
    """Removes the dimension that Paddle adds to the integer quotient of a tensor without dimensions."""

    def function(self, other):
        result = operator(self, other)
        is_tensor = isinstance(other, paddle.Tensor)
        return result.reshape([]) if self.ndim == 0 and not (is_tensor and other.ndim) else result

    return function


def contains(self, value) -> bool:
    """Whether a value is in a tensor, of any shape."""
    return bool((self == value).any())


def extend_operators() -> None:
    """Lets operators and functions of two values take numbers and mixed data types that Paddle rejects."""
    operators = "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul and or xor"
    operators += " lshift rshift eq ne lt le gt ge"
    for name in operators.split():
        method = getattr(paddle.Tensor, f"__{name}__", None)
        if method is not None:
            setattr(paddle.Tensor, f"__{name}__", with_promotion(method))
    for name in "floordiv", "rfloordiv":
        setattr(paddle.Tensor, f"__{name}__", without_dimension(getattr(paddle.Tensor, f"__{name}__")))
    for name in "and", "or", "xor", "lshift", "rshift":
        if not hasattr(paddle.Tensor, f"__r{name}__"):
            setattr(paddle.Tensor, f"__r{name}__", reversed_operator(getattr(paddle.Tensor, f"__{name}__")))
    paddle.Tensor.__contains__ = contains
    for convert in float, int:
        setattr(paddle.Tensor, f"__{convert.__name__}__", of_one_element(convert))
    functions = "add sub subtract mul multiply div divide true_divide floor_divide remainder mod pow eq ne not_equal lt"
    functions += " less less_than le less_equal gt greater greater_than ge greater_equal maximum minimum fmax fmin"
    functions += " bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift logical_and logical_or"
    functions += " logical_xor atan2 hypot copysign heaviside gcd lcm outer ger lerp logaddexp matmul"
    for owner in paddle, paddle.Tensor:
        for name in functions.split():
            if hasattr(owner, name):
                setattr(owner, name, with_promotion(getattr(owner, name)))


extend_operators()


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
