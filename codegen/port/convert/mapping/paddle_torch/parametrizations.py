"""Parameters that are computed from others: by weight and spectral normalisation, or by layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle


def add_parametrization(module: Any, name: str, parametrization):
    """Computes a parameter of a layer from its parts before each call."""
    if "parametrizations" not in module._sub_layers:
        module.parametrizations = paddle.nn.LayerDict()
    module._parameters.pop(name, None)
    module.parametrizations[name] = parametrization

    def compute(layer: Any, inputs) -> None:
        object.__setattr__(layer, name, parametrization(layer.training))

    module.register_forward_pre_hook(compute)
    compute(module, ())
    return module


class SpectralNorm:
    """Divides a weight by its largest singular value before each call of a layer."""

    def __init__(self, name: str, n_power_iterations: int, dim, eps: float) -> None:
        self.name = name
        self.n_power_iterations = n_power_iterations
        self.dim = dim
        self.eps = eps

    def matrix(self, weight):
        axes = [self.dim] + [axis for axis in range(weight.ndim) if axis != self.dim]
        return weight.transpose(axes).reshape([weight.shape[self.dim], -1])

    def normal(self, vector):
        return vector / paddle.linalg.norm(vector).clip(min=self.eps)

    @paddle.no_grad()
    def iterate(self, matrix: paddle.Tensor, u, v, times) -> None:
        """Improves the estimate of the singular vectors, in place."""
        for _ in range(times):
            paddle.assign(self.normal(paddle.mv(matrix.t(), u)), v)
            paddle.assign(self.normal(paddle.mv(matrix, v)), u)

    def compute_weight(self, weight, u, v, training):
        matrix = self.matrix(weight)
        if training:
            self.iterate(matrix, u, v, self.n_power_iterations)
        return weight / (u.clone() * paddle.mv(matrix, v.clone())).sum()

    def __call__(self, module: Any, inputs) -> None:
        weight, u, v = (getattr(module, self.name + suffix) for suffix in ("_orig", "_u", "_v"))
        object.__setattr__(module, self.name, self.compute_weight(weight, u, v, module.training))


def spectral_dim(module: Any, dim):
    """The dimension of the outputs: the second of transposed convolutions, and else the first."""
    return int(getattr(module, "transposed", False)) if dim is None else dim


def add_spectral_norm(
    module: Any, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
):
    """Divides a parameter of a layer by its largest singular value."""
    weight = module._parameters.pop(name)
    hook = SpectralNorm(name, n_power_iterations, spectral_dim(module, dim), eps)
    matrix = hook.matrix(weight.detach())
    module.register_parameter(name + "_orig", weight)
    module.register_buffer(name + "_u", hook.normal(paddle.randn([matrix.shape[0]], weight.dtype)))
    module.register_buffer(name + "_v", hook.normal(paddle.randn([matrix.shape[1]], weight.dtype)))
    module.__dict__.setdefault("_spectral_norms", {})[name] = hook, module.register_forward_pre_hook(hook)
    object.__setattr__(module, name, weight.detach())
    return module


def norm_except_dim(weight, dim):
    """The norms over all dimensions but one, or over all dimensions if `dim` is `None` or -1."""
    if dim is None or dim == -1:
        return (weight * weight).sum().sqrt()
    axes = [axis for axis in range(weight.ndim) if axis != dim % weight.ndim]
    return (weight * weight).sum(axes, keepdim=True).sqrt()


class WeightNorm:
    """Computes a weight from its length and direction before each call of a layer."""

    def __init__(self, name: str, dim) -> None:
        self.name = name
        self.dim = dim

    def compute_weight(self, module: Any):
        g, v = getattr(module, self.name + "_g"), getattr(module, self.name + "_v")
        return v * (g / norm_except_dim(v, self.dim))

    def __call__(self, module: Any, inputs) -> None:
        object.__setattr__(module, self.name, self.compute_weight(module))


def add_weight_norm(module: Any, name: str = "weight", dim: int = 0):
    """Splits a parameter of a layer into length and direction, `weight_g` and `weight_v`."""
    weight = module._parameters.pop(name)
    hook = WeightNorm(name, dim)
    module.register_parameter(name + "_g", paddle.nn.Parameter(norm_except_dim(weight, dim).detach()))
    module.register_parameter(name + "_v", paddle.nn.Parameter(weight.detach()))
    module.__dict__.setdefault("_weight_norms", {})[name] = hook, module.register_forward_pre_hook(hook)
    hook(module, ())
    return module


class ParametrizedWeight(paddle.nn.Layer):
    """The parts from which a parameter of a layer is computed."""

    def __init__(self, compute: Callable[..., Any], **parts) -> None:
        super().__init__()
        self.compute = compute
        for name, value in parts.items():
            self.register_parameter(name, value)

    def forward(self, training):
        return self.compute(*self._parameters.values(), training)


def parametrize_spectral_norm(
    module: Any, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
):
    """Divides a parameter of a layer by its largest singular value, below `parametrizations`."""
    weight = module._parameters[name]
    norm = SpectralNorm(name, n_power_iterations, spectral_dim(module, dim), eps)
    vectors = paddle.nn.Layer()

    def compute(weight, training):
        return norm.compute_weight(weight, vectors._u, vectors._v, training)

    parts = ParametrizedWeight(compute, original=weight)
    matrix = norm.matrix(weight.detach())
    vectors.register_buffer("_u", norm.normal(paddle.randn([matrix.shape[0]], weight.dtype)))
    vectors.register_buffer("_v", norm.normal(paddle.randn([matrix.shape[1]], weight.dtype)))
    norm.iterate(matrix, vectors._u, vectors._v, 15)
    parts.add_sublayer("0", vectors)
    return add_parametrization(module, name, parts)


def parametrize_weight_norm(module: Any, name: str = "weight", dim: int = 0):
    """Splits a parameter of a layer into length and direction, below `parametrizations`."""
    weight = module._parameters[name].detach()
    parts = ParametrizedWeight(
        lambda g, v, training: v * (g / norm_except_dim(v, dim)),
        original0=paddle.nn.Parameter(norm_except_dim(weight, dim)),
        original1=paddle.nn.Parameter(weight),
    )
    return add_parametrization(module, name, parts)


def remove_spectral_norm(module: Any, name: str = "weight"):
    """Restores the parameter of a layer with spectral normalisation."""
    hooks = module.__dict__.get("_spectral_norms", {})
    if name not in hooks:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    hook, handle = hooks.pop(name)
    parts = [getattr(module, name + suffix) for suffix in ("_orig", "_u", "_v")]
    weight = hook.compute_weight(*parts, False).detach()
    handle.remove()
    del module._parameters[name + "_orig"], module._buffers[name + "_u"], module._buffers[name + "_v"]
    module.__dict__.pop(name, None)
    module.register_parameter(name, paddle.nn.Parameter(weight))
    return module


def remove_weight_norm(module: Any, name: str = "weight"):
    """Restores the parameter of a layer with weight normalisation."""
    hooks = module.__dict__.get("_weight_norms", {})
    if name not in hooks:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    hook, handle = hooks.pop(name)
    weight = hook.compute_weight(module).detach()
    handle.remove()
    for suffix in ("_g", "_v"):
        del module._parameters[name + suffix]
    module.__dict__.pop(name, None)
    module.register_parameter(name, paddle.nn.Parameter(weight))
    return module


class ParametrizationList(paddle.nn.Layer):
    """The original of a parameter, and the layers that compute the parameter from it, one after the other."""

    def __init__(self, original: paddle.Tensor) -> None:
        super().__init__()
        if isinstance(original, paddle.nn.parameter.Parameter):
            self.original = original
        else:
            self.register_buffer("original", original)

    def __len__(self) -> int:
        return len(self._sub_layers)

    def __getitem__(self, index: int):
        return list(self._sub_layers.values())[index]

    def __iter__(self):
        return iter(list(self._sub_layers.values()))

    def add(self, parametrization: Any) -> None:
        """Adds a layer. The original becomes what the layer turns into the present value, if the layer can say that."""
        if hasattr(parametrization, "right_inverse"):
            self._store(parametrization.right_inverse(self.original))
        self.add_sublayer(str(len(self)), parametrization)

    @paddle.no_grad()
    def _store(self, value) -> None:
        if not paddle.is_tensor(value):
            raise NotImplementedError("a `right_inverse` that returns several tensors is not converted")
        if value.shape != self.original.shape or value.dtype != self.original.dtype:
            raise ValueError(f"`right_inverse` returns {value.shape}, {value.dtype}, which is not the original's type")
        paddle.assign(value, self.original)

    def right_inverse(self, value) -> None:
        """Changes the original so that the parameter gets a value."""
        for layer in reversed(list(self)):
            if not hasattr(layer, "right_inverse"):
                raise RuntimeError(f"parametrization {type(layer).__name__} does not implement right_inverse")
            value = layer.right_inverse(value)
        self._store(value)

    def forward(self):
        value = self.original
        for layer in self:
            value = layer(value)
        return value


def register_parametrization(module: Any, tensor_name: str, parametrization: Any, *, unsafe: bool = False):
    """PyTorch's `register_parametrization`: computes a parameter or buffer whenever it is read."""
    if is_parametrized(module, tensor_name):
        parts = module.parametrizations[tensor_name]
    else:
        stored = module._parameters if tensor_name in module._parameters else module._buffers
        if tensor_name not in stored:
            raise ValueError(
                f"module {module} does not have a parameter, a buffer, or a parametrized element {tensor_name}"
            )
        parts = ParametrizationList(stored[tensor_name])
    before = parts()
    after = before if unsafe else parametrization(before)
    if (after.shape, after.dtype) != (before.shape, before.dtype):
        raise ValueError(
            "a parametrization may not change the shape or the type of the tensor, unless `unsafe` is true"
        )
    parts.add(parametrization)
    if is_parametrized(module, tensor_name):
        return module
    del stored[tensor_name]
    if "parametrizations" not in module._sub_layers:
        module.parametrizations = paddle.nn.LayerDict()
        kind = type(module)
        module.__class__ = type(f"Parametrized{kind.__name__}", (kind,), {"unparametrized": kind})
    module.parametrizations[tensor_name] = parts
    computed = property(
        lambda layer: layer.parametrizations[tensor_name](),
        lambda layer, value: layer.parametrizations[tensor_name].right_inverse(value),
    )
    setattr(type(module), tensor_name, computed)
    return module


def is_parametrized(module: Any, tensor_name: str | None = None) -> bool:
    """PyTorch's `is_parametrized`: whether a parameter, or any of them, is computed."""
    parts = module._sub_layers.get("parametrizations")
    return parts is not None and (len(parts) > 0 if tensor_name is None else tensor_name in parts)


def remove_parametrizations(module: Any, tensor_name: str, leave_parametrized: bool = True):
    """PyTorch's `remove_parametrizations`: the value, or else the original, becomes the parameter."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"module {module} does not have a parametrization on {tensor_name}")
    parts = module.parametrizations[tensor_name]
    is_parameter = "original" in parts._parameters
    with paddle.no_grad():
        value = paddle.assign(parts(), parts.original) if leave_parametrized else parts.original
    del module.parametrizations[tensor_name]
    delattr(type(module), tensor_name)
    if not len(module.parametrizations):
        del module._sub_layers["parametrizations"]
        module.__class__ = type(module).unparametrized
    (module._parameters if is_parameter else module._buffers)[tensor_name] = value
    return module
