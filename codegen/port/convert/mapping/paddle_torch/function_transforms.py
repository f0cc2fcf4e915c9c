"""PyTorch's `torch.func`: functions that differentiate or vectorize other functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle

from .autograd import jacobian_of


def map_tree(function: Callable[..., Any], *trees: Any) -> Any:
    """Applies a function to the tensors in lists, tuples and dictionaries of the same structure."""
    first = trees[0]
    if isinstance(first, dict):
        return type(first)({key: map_tree(function, *(tree[key] for tree in trees)) for key in first})
    if isinstance(first, (list, tuple)):
        items = [map_tree(function, *parts) for parts in zip(*trees)]
        return type(first)(*items) if hasattr(first, "_fields") else type(first)(items)
    return function(*trees) if paddle.is_tensor(first) else first


def tensors_in(tree: Any) -> list[paddle.Tensor]:
    """The tensors in lists, tuples and dictionaries."""
    found: list[paddle.Tensor] = []
    map_tree(found.append, tree)
    return found


def new_variable(x: paddle.Tensor) -> paddle.Tensor:
    """A tensor with a gradient of its own. It also belongs to the graph of an outer transform."""
    if x.stop_gradient:
        x = x.detach()
        x.stop_gradient = False
        return x
    return x.clone()


def gradient_function(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False):
    """PyTorch's `func.grad`: a function that returns the gradients of a function of numbers."""

    def gradients(*args, **kwargs):
        found, result = gradient_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (found, result[1]) if has_aux else found

    return gradients


def gradient_and_value(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False):
    """PyTorch's `func.grad_and_value`: a function that returns the gradients, and the result."""
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)

    def both(*args, **kwargs):
        # The results may be differentiated again: by an outer transform, or by tensors that the function captures.
        keeps_graph = paddle.is_grad_enabled()
        variables = list(args)
        for number in numbers:
            variables[number] = map_tree(new_variable, args[number])
        with paddle.enable_grad():
            result = func(*variables, **kwargs)
        value = result[0] if has_aux else result
        if value.ndim:
            raise RuntimeError(
                f"expected a function that returns a scalar, but got a tensor of {value.ndim} dimensions"
            )
        leaves = tensors_in([variables[number] for number in numbers])
        gradients = paddle.grad(value, leaves, create_graph=keeps_graph, retain_graph=True, allow_unused=True)
        left = iter([paddle.zeros_like(x) if g is None else g for g, x in zip(gradients, leaves)])
        found = tuple(map_tree(lambda x: next(left), variables[number]) for number in numbers)
        result = result if keeps_graph else map_tree(lambda x: x.detach(), result)
        return found[0] if isinstance(argnums, int) else found, result

    return both


def jacobian_function(func: Callable[..., Any], argnums: int = 0, has_aux: bool = False, **settings):
    """PyTorch's `func.jacrev` and `func.jacfwd`: a function that returns the Jacobian."""
    if has_aux:
        raise NotImplementedError("`has_aux` is not converted")

    def jacobian(*args, **kwargs):
        def of_argument(x):
            return func(*args[:argnums], x, *args[argnums + 1 :], **kwargs)

        return jacobian_of(of_argument, args[argnums], paddle.is_grad_enabled())

    return jacobian


def hessian_function(func: Callable[..., Any], argnums: int = 0):
    """PyTorch's `func.hessian`: a function that returns the second derivatives."""
    return jacobian_function(jacobian_function(func, argnums), argnums)


def pullback_of(func: Callable[..., Any], *primals: Any, has_aux: bool = False):
    """PyTorch's `func.vjp`: the result, and a function that multiplies a vector with the Jacobian."""
    variables = map_tree(new_variable, primals)
    keeps_graph = paddle.is_grad_enabled()
    with paddle.enable_grad():
        result = func(*variables)
    value, aux = result if has_aux else (result, None)
    outputs = tensors_in(value)

    def pullback(*cotangents):
        leaves = tensors_in(variables)
        weights = tensors_in(cotangents)
        found = paddle.grad(outputs, leaves, weights, create_graph=keeps_graph, retain_graph=True, allow_unused=True)
        left = iter([paddle.zeros_like(x) if g is None else g for g, x in zip(found, leaves)])
        return map_tree(lambda x: next(left), variables)

    value = value if keeps_graph else map_tree(lambda x: x.detach(), value)
    return (value, pullback, aux) if has_aux else (value, pullback)


def vectorized(func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", **settings):
    """PyTorch's `vmap`: applies a function to each item of a dimension, one after the other."""

    def item(tree: Any, dim: Any, index: int) -> Any:
        if dim is None:
            return tree
        if isinstance(dim, int):
            return map_tree(lambda x: paddle.index_select(x, paddle.to_tensor([index]), dim).squeeze(dim), tree)
        if isinstance(dim, dict):
            return type(tree)({key: item(tree[key], dim[key], index) for key in tree})
        parts = [item(part, own, index) for part, own in zip(tree, dim)]
        return type(tree)(parts)

    def sizes(tree: Any, dim: Any) -> list[int]:
        if isinstance(dim, int):
            return [x.shape[dim] for x in tensors_in(tree)]
        if dim is None:
            return []
        pairs = [(tree[key], dim[key]) for key in tree] if isinstance(dim, dict) else zip(tree, dim)
        return [size for part, own in pairs for size in sizes(part, own)]

    def mapped(*args, **kwargs):
        dims = [in_dims] * len(args) if isinstance(in_dims, int) else list(in_dims)
        lengths = sizes(args, dims)
        if len(set(lengths)) != 1:
            raise ValueError(f"expected one size of the mapped dimensions, but found {lengths}")
        results = [func(*item(args, dims, index), **kwargs) for index in range(lengths[0])]
        first = results[0]
        if not isinstance(first, (list, tuple)) or isinstance(out_dims, int):
            return map_tree(lambda *parts: paddle.stack(list(parts), out_dims), *results)
        outputs = zip(zip(*results), out_dims)
        return tuple(map_tree(lambda *parts, own=dim: paddle.stack(list(parts), own), *parts) for parts, dim in outputs)

    return mapped


def functional_call(module: Any, parameter_and_buffer_dicts: Any, args: Any = None, kwargs: Any = None, **settings):
    """PyTorch's `func.functional_call`: calls a layer with other parameters and buffers."""
    given = parameter_and_buffer_dicts
    values = dict(given) if isinstance(given, dict) else {key: value for part in given for key, value in part.items()}
    replaced = []
    try:
        for path, value in values.items():
            *layers, name = path.split(".")
            owner = module
            for layer in layers:
                owner = owner._sub_layers[layer]
            stored = owner._parameters if name in owner._parameters else owner._buffers
            if name not in stored:
                raise KeyError(f"the module has no parameter or buffer `{path}`")
            replaced.append((stored, name, stored[name]))
            stored[name] = value
        arguments = () if args is None else args if isinstance(args, tuple) else (args,)
        return module(*arguments, **(kwargs or {}))
    finally:
        for stored, name, value in reversed(replaced):
            stored[name] = value
