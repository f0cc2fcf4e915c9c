"""Saving and loading the states of layers, with PyTorch's hooks and errors."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Callable
from typing import Any

import numpy
import paddle


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


def state_of(owner: Any, *args, **kwargs):
    """PyTorch's `state_dict`: the tensors share memory with the layer, but not its gradients. Optimizers and others
    have a method of that name."""
    layer = getattr(owner, "__self__", owner) if isinstance(owner, super) else owner
    if not isinstance(layer, paddle.nn.Layer) or owner.state_dict.__func__ is not paddle.nn.Layer.state_dict:
        return owner.state_dict(*args, **kwargs)
    if not args:
        kwargs.setdefault("keep_vars", False)
    if "prefix" in kwargs:
        kwargs["structured_name_prefix"] = kwargs.pop("prefix")
    return owner.state_dict(*args, **kwargs)


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
