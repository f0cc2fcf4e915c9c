"""Hooks for gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle


class HookHandles:
    """Removes a hook that consists of several hooks of Paddle."""

    def __init__(self, layer: Any, hook: Callable[..., Any], handles: list[Any]) -> None:
        self.layer, self.handles = layer, handles
        layer._backward_hooks[id(self)] = hook

    def remove(self) -> None:
        self.layer._backward_hooks.pop(id(self), None)
        for handle in self.handles:
            handle.remove()


def extend_backward_hooks() -> None:
    """Adds hooks to layers that get the gradients of their inputs and outputs."""

    class Outputs(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx: Any, call: Callable[..., Any], *tensors):
            ctx.call = call
            return tuple(t.clone() for t in tensors)

        @staticmethod
        def backward(ctx: Any, *gradients):
            ctx.call["grad_output"] = gradients
            if not ctx.call["has_inputs"]:
                # No input needs a gradient, so the hook is called here.
                ctx.call["hook"](ctx.call["layer"], ctx.call["grad_input"], gradients)
            return gradients if len(gradients) > 1 else gradients[0]

    class Inputs(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx: Any, call: Callable[..., Any], *tensors):
            ctx.call = call
            return tuple(t.clone() for t in tensors)

        @staticmethod
        def backward(ctx: Any, *gradients):
            changed = ctx.call["hook"](ctx.call["layer"], gradients, ctx.call["grad_output"])
            gradients = gradients if changed is None else changed
            return tuple(gradients) if len(gradients) > 1 else gradients[0]

    def through(function: Any, call: dict[str, Any], values: Any):
        values = values if isinstance(values, tuple) else (values,)
        at = [i for i, v in enumerate(values) if isinstance(v, paddle.Tensor) and not v.stop_gradient]
        new = list(values)
        for index, value in zip(at, function.apply(call, *(values[i] for i in at)) if at else ()):
            new[index] = value
        return tuple(new)

    def register_full_backward_hook(self, hook: Callable[..., Any]):
        calls: list[dict[str, Any]] = []

        def before(layer: Any, inputs):
            values = inputs if isinstance(inputs, tuple) else (inputs,)
            has_inputs = any(isinstance(v, paddle.Tensor) and not v.stop_gradient for v in values)
            calls.append({"hook": hook, "layer": layer, "grad_output": (), "has_inputs": has_inputs})
            calls[-1]["grad_input"] = (None,) * len(values)
            return through(Inputs, calls[-1], inputs)

        def after(layer: Any, inputs, outputs):
            new = through(Outputs, calls.pop(), outputs)
            return new if isinstance(outputs, tuple) else new[0]

        handles = [self.register_forward_pre_hook(before), self.register_forward_post_hook(after)]
        return HookHandles(self, hook, handles)

    if not hasattr(paddle.nn.Layer, "register_full_backward_hook"):
        paddle.nn.Layer.register_full_backward_hook = register_full_backward_hook
        paddle.nn.Layer._backward_hooks = property(lambda self: self.__dict__.setdefault("_torch_backward_hooks", {}))


extend_backward_hooks()
