"""Automatic differentiation."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import paddle


def with_names_of(function: Any):
    """Keeps the names of a function in the one that wraps it. A partial function has none."""
    return lambda wrapped: wrapped if isinstance(function, functools.partial) else functools.wraps(function)(wrapped)


class AutogradFunction(paddle.autograd.PyLayer):
    """A function with its own gradient. As in PyTorch, `backward` returns a gradient for each argument."""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        for name, wrap in (("forward", cls._wrap_forward), ("backward", cls._wrap_backward)):
            defined = cls.__dict__.get(name)
            if isinstance(defined, classmethod):
                # The class that is applied may be a subclass, whose own methods are called.
                setattr(cls, name, cls._of_subclass(defined.__func__, f"_wrap_{name}"))
            elif defined is not None:
                setattr(cls, name, staticmethod(wrap(getattr(cls, name))))

    @staticmethod
    def _of_subclass(method, wrap: str):
        @functools.wraps(method)
        def wrapped(cls, *args, **options):
            return getattr(cls, wrap)(functools.partial(method, cls))(*args, **options)

        return classmethod(wrapped)

    @classmethod
    def _wrap_forward(cls, forward):
        @with_names_of(forward)
        def wrapped(ctx: Any, *args, **options):
            args_are_tensors = [paddle.is_tensor(arg) for arg in args]
            ctx._inputs = [arg for arg in args if paddle.is_tensor(arg)]
            ctx._args_are_tensors = args_are_tensors
            ctx.needs_input_grad = tuple(paddle.is_tensor(arg) and not arg.stop_gradient for arg in args)
            if not hasattr(cls, "setup_context"):
                return forward(ctx, *args, **options)
            output = forward(*args, **options)
            cls.setup_context(ctx, args, output)
            return output

        return wrapped

    @classmethod
    def _wrap_backward(cls, backward):
        @with_names_of(backward)
        def wrapped(ctx: Any, *gradients):
            results = backward(ctx, *gradients)
            if not hasattr(ctx, "_args_are_tensors"):
                return results
            results = results if isinstance(results, (tuple, list)) else (results,)
            kept = [result for result, is_tensor in zip(results, ctx._args_are_tensors) if is_tensor]
            kept = [
                paddle.zeros_like(arg) if result is None and not arg.stop_gradient else result
                for result, arg in zip(kept, ctx._inputs)
            ]
            return tuple(kept) if len(kept) != 1 else kept[0]

        return wrapped

    @staticmethod
    def saved_tensors_of(ctx: Any):
        """The tensors that the forward pass saved."""
        return tuple(ctx.saved_tensor() or ())


paddle.autograd.PyLayerContext.saved_tensors = property(AutogradFunction.saved_tensors_of)


class AutogradMode(contextlib.ContextDecorator):
    """A context manager and decorator without an effect, because Paddle has no such mode."""

    def __init__(self, *args, **options) -> None:
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def checkpoint_call(
    function: Callable[..., Any],
    *args,
    use_reentrant: bool = True,
    preserve_rng_state: bool = True,
    context_fn=None,
    determinism_check: str = "default",
    debug: bool = False,
    **options,
):
    """Calls a function whose intermediate results are computed again in the backward pass."""
    recompute = paddle.distributed.fleet.utils.recompute
    if options:
        inner = function
        function = lambda *tensors: inner(*tensors, **options)  # noqa: E731
    return recompute(function, *args, use_reentrant=bool(use_reentrant), preserve_rng_state=preserve_rng_state)


def checkpoint_sequential(functions, segments, input: paddle.Tensor, **options):
    """Runs layers one after the other, and computes all segments but the last again in the backward pass."""
    layers = list(functions.children()) if isinstance(functions, paddle.nn.Layer) else list(functions)
    size = len(layers) // segments

    def run(part):
        def forward(x: paddle.Tensor):
            for layer in part:
                x = layer(x)
            return x

        return forward

    for start in range(0, size * (segments - 1), size):
        input = checkpoint_call(run(layers[start : start + size]), input, **options)
    return run(layers[size * (segments - 1) :])(input)


def differentiable_inputs(inputs, keep_graph):
    """Inputs that can be differentiated. They are detached from the graph that they come from, unless it is kept."""
    inputs = list(inputs) if isinstance(inputs, (tuple, list)) else [inputs]
    if not keep_graph:
        inputs = [x.detach() for x in inputs]
    inputs = [x if not x.stop_gradient else x.detach() for x in inputs]
    for x in inputs:
        x.stop_gradient = False
    return inputs


def gradients_of(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    materialize_grads: bool = False,
):
    """The gradients of outputs with respect to inputs, as a tuple."""
    inputs = [inputs] if paddle.is_tensor(inputs) else list(inputs)
    outputs = [outputs] if paddle.is_tensor(outputs) else list(outputs)
    if paddle.is_tensor(grad_outputs):
        grad_outputs = [grad_outputs]
    found = paddle.grad(
        outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused=bool(allow_unused or materialize_grads)
    )
    if materialize_grads:
        found = [paddle.zeros_like(x) if gradient is None else gradient for gradient, x in zip(found, inputs)]
    return tuple(found)


def backward_into(
    outputs, gradient=None, retain_graph: bool | None = None, create_graph: bool = False, inputs: Any = None
) -> None:
    """PyTorch's `backward(inputs=...)`: adds the gradients of some tensors to them."""
    inputs = [inputs] if paddle.is_tensor(inputs) else list(inputs)
    found = gradients_of(outputs, inputs, gradient, retain_graph, create_graph, allow_unused=True)
    for tensor, value in zip(inputs, found):
        if value is not None:
            tensor.grad = value if tensor.grad is None else tensor.grad + value


def jacobian_of(func: Callable[..., Any], inputs, create_graph: bool = False):
    """The derivatives of each element of the outputs with respect to each element of the inputs."""
    xs = differentiable_inputs(inputs, create_graph)
    results = func(*xs)
    rows = []
    for y in results if isinstance(results, (tuple, list)) else [results]:
        parts = [
            paddle.grad(part, xs, retain_graph=True, create_graph=create_graph, allow_unused=True)
            for part in (y.reshape([-1]).unbind() if not y.stop_gradient else [])
        ]
        columns = []
        for index, x in enumerate(xs):
            found = [part[index] if part[index] is not None else paddle.zeros_like(x) for part in parts]
            shape = [*y.shape, *x.shape]
            columns.append(paddle.stack(found).reshape(shape) if found else paddle.zeros(shape, x.dtype))
        rows.append(tuple(columns) if isinstance(inputs, (tuple, list)) else columns[0])
    return tuple(rows) if isinstance(results, (tuple, list)) else rows[0]


def hessian_of(func: Callable[..., Any], inputs):
    """The second derivatives of a function that returns a number."""

    def gradient(*xs):
        found = paddle.grad(func(*xs), list(xs), create_graph=True, allow_unused=True)
        found = tuple(paddle.zeros_like(x) if g is None else g for g, x in zip(found, xs))
        return found if isinstance(inputs, (tuple, list)) else found[0]

    return jacobian_of(gradient, inputs)


class InferenceMode(paddle.no_grad):
    """A context, or a decorator with or without parentheses, in which no gradients are recorded."""

    def __new__(cls, mode: bool = True):
        if callable(mode):
            return paddle.no_grad()(mode)
        return super().__new__(cls) if mode else paddle.enable_grad()

    def __init__(self, mode: bool = True) -> None:
        super().__init__()


def jvp_of(func: Callable[..., Any], inputs, v=None, create_graph: bool = False):
    """The result of a function, and its Jacobian times `v`."""
    xs = differentiable_inputs(inputs, create_graph)
    results = func(*xs)
    outputs = list(results) if isinstance(results, (tuple, list)) else [results]
    v = [paddle.ones_like(x) for x in xs] if v is None else [v] if paddle.is_tensor(v) else list(v)
    products = []
    for y in outputs:
        weights = paddle.zeros_like(y)
        weights.stop_gradient = False
        found = paddle.grad(y, xs, weights, create_graph=True, allow_unused=True)
        dot = sum((g * t).sum() for g, t in zip(found, v) if g is not None)
        products.append(paddle.grad(dot, [weights, *xs], create_graph=create_graph, allow_unused=True)[0])
    if not create_graph:
        outputs = [y.detach() for y in outputs]
    is_many = isinstance(results, (tuple, list))
    return (tuple(outputs), tuple(products)) if is_many else (outputs[0], products[0])


def vjp_of(func: Callable[..., Any], inputs, v=None, create_graph: bool = False):
    """The result of a function, and `v` times its Jacobian."""
    xs = differentiable_inputs(inputs, create_graph)
    results = func(*xs)
    outputs = list(results) if isinstance(results, (tuple, list)) else [results]
    v = v if v is None or isinstance(v, (tuple, list)) else [v]
    found = paddle.grad(outputs, xs, v and list(v), create_graph=create_graph, allow_unused=True)
    found = tuple(paddle.zeros_like(x) if g is None else g for g, x in zip(found, xs))
    if not create_graph:
        outputs = [y.detach() for y in outputs]
    values = tuple(outputs) if isinstance(results, (tuple, list)) else outputs[0]
    return values, found if isinstance(inputs, (tuple, list)) else found[0]


def with_all_gradients(*tensors):
    """Turns constants into tensors with gradients, because some of Paddle's gradients crash if an operand has none."""
    if not paddle.is_grad_enabled() or all(tensor.stop_gradient for tensor in tensors):
        return tensors
    operands = [tensor.detach() if tensor.stop_gradient else tensor for tensor in tensors]
    for operand in operands:
        operand.stop_gradient = False
    return operands
