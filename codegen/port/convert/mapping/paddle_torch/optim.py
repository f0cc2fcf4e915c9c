"""Optimizers."""

from __future__ import annotations

import collections
import copy
import functools
from collections.abc import Callable
from typing import Any

import paddle

# The value of an argument that must be given, in old optimizers.
REQUIRED = object()


def with_step_hooks(step: Callable[..., Any]):
    """A step that calls the hooks of the optimizer. A step that it calls itself does not call them again."""

    @functools.wraps(step)
    def step_with_hooks(self, *args, **kwargs):
        hooks = self.__dict__.get("_step_hooks")
        if not hooks or self.__dict__.get("_is_stepping"):
            return step(self, *args, **kwargs)
        self._is_stepping = True
        try:
            for hook in list(hooks["before"]):
                changed = hook(self, args, kwargs)
                args, kwargs = (args, kwargs) if changed is None else changed
            result = step(self, *args, **kwargs)
            for hook in list(hooks["after"]):
                hook(self, args, kwargs)
            return result
        finally:
            self._is_stepping = False

    return step_with_hooks


class StepHook:
    """Removes a hook of an optimizer."""

    def __init__(self, hooks: list[Any], hook: Any) -> None:
        self.hooks, self.hook = hooks, hook
        hooks.append(hook)

    def remove(self) -> None:
        if self.hook in self.hooks:
            self.hooks.remove(self.hook)


class OptimizerBase:
    """Keeps parameter groups and state under PyTorch's names. Subclasses define `update` or their own `step`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "step" in cls.__dict__:
            cls.step = with_step_hooks(cls.step)  # type: ignore[method-assign]

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> StepHook:
        """Calls `hook(optimizer, args, kwargs)` before each step. It can return other arguments."""
        return StepHook(self.__dict__.setdefault("_step_hooks", {"before": [], "after": []})["before"], hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> StepHook:
        """Calls `hook(optimizer, args, kwargs)` after each step."""
        return StepHook(self.__dict__.setdefault("_step_hooks", {"before": [], "after": []})["after"], hook)

    def __init__(self, params: Any, defaults) -> None:
        self.defaults = defaults
        self.state: collections.defaultdict[Any, dict[str, Any]] = collections.defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        if paddle.is_tensor(params):
            raise TypeError("`params` must be an iterable of tensors or groups, not a tensor")
        params = list(params)
        if not params:
            raise ValueError("optimizer got an empty parameter list")
        for group in params if isinstance(params[0], dict) else [{"params": params}]:
            self.add_param_group(group)

    @property
    def _param_groups(self):
        return self.param_groups

    @property
    def _parameter_list(self):
        return [p for group in self.param_groups for p in group["params"]]

    def add_param_group(self, param_group: Any) -> None:
        params = param_group["params"]
        params = [params] if paddle.is_tensor(params) else list(params)
        params = [p[1] if isinstance(p, tuple) else p for p in params]
        for p in params:
            if not paddle.is_tensor(p):
                raise TypeError(f"optimizers change tensors, not values of the type {type(p).__name__}")
            if not p.is_leaf:
                raise ValueError("a tensor that was computed from others cannot be optimized")
        known = {id(p) for p in self._parameter_list}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append({**self.defaults, **param_group, "params": params})

    def zero_grad(self, set_to_none: bool = True) -> None:
        for p in self._parameter_list:
            p.clear_gradient(not set_to_none)

    clear_grad = zero_grad

    @with_step_hooks
    @paddle.no_grad()
    def step(self, closure: Callable[..., Any] | None = None):
        loss = None
        if closure is not None:
            with paddle.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    grad = -p.grad if group.get("maximize") else p.grad
                    self.update(p, grad, self.state[p], group)
        return loss

    def update(self, p, grad, state: Any, group):
        raise NotImplementedError

    def state_dict(self):
        order = {id(p): index for index, p in enumerate(self._parameter_list)}
        groups = [{**group, "params": [order[id(p)] for p in group["params"]]} for group in self.param_groups]
        return {"state": {order.get(id(p), p): state for p, state in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict) -> None:
        saved = copy.deepcopy(state_dict)
        if [len(g["params"]) for g in saved["param_groups"]] != [len(g["params"]) for g in self.param_groups]:
            raise ValueError("loaded state dict has parameter groups of other sizes")
        for group, other in zip(self.param_groups, saved["param_groups"]):
            group.update({**other, "params": group["params"]})
        params = self._parameter_list
        self.state = collections.defaultdict(dict)
        for index, state in saved["state"].items():
            self.state[params[index]] = state

    def __repr__(self) -> str:
        groups = (", ".join(f"{k}: {v}" for k, v in g.items() if k != "params") for g in self.param_groups)
        return f"{type(self).__name__} ({'; '.join(groups)})"


class CheckedOptimizer(OptimizerBase):
    """Refuses settings that PyTorch's own optimizers refuse."""

    def __init__(self, params: Any, defaults) -> None:
        for name in ("lr", "eps", "weight_decay", "momentum", "alpha", "rho", "lr_decay", "initial_accumulator_value"):
            value = defaults.get(name, 0)
            if not paddle.is_tensor(value) and not value >= 0:
                raise ValueError(f"Invalid {name} value: {value}")
        for index, beta in enumerate(defaults.get("betas", ())):
            if not paddle.is_tensor(beta) and not 0 <= beta < 1:
                raise ValueError(f"Invalid beta parameter at index {index}: {beta}")
        super().__init__(params, defaults)


class AdadeltaOptimizer(CheckedOptimizer):
    """Adadelta, with PyTorch's learning rate and weight decay."""

    def __init__(
        self, params: Any, lr: float = 1.0, rho: float = 0.9, eps: float = 1e-6, weight_decay: float = 0, **others
    ) -> None:
        if not rho <= 1:
            raise ValueError(f"Invalid rho value: {rho}")
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, **others))

    def update(self, p, grad, state: Any, group) -> None:
        rho, eps = group["rho"], group["eps"]
        if not state:
            state.update(step=0, square_avg=paddle.zeros_like(p), acc_delta=paddle.zeros_like(p))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["square_avg"] = rho * state["square_avg"] + (1 - rho) * grad * grad
        delta = paddle.sqrt(state["acc_delta"] + eps) / paddle.sqrt(state["square_avg"] + eps) * grad
        state["acc_delta"] = rho * state["acc_delta"] + (1 - rho) * delta * delta
        p.subtract_(delta * group["lr"])


class AdagradOptimizer(CheckedOptimizer):
    """Adagrad with PyTorch's decay of the learning rate."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        **others,
    ) -> None:
        names = dict(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, eps=eps)
        super().__init__(params, {**names, "initial_accumulator_value": initial_accumulator_value, **others})

    def update(self, p, grad, state: Any, group) -> None:
        if not state:
            state.update(step=0, sum=paddle.full_like(p, group["initial_accumulator_value"]))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["sum"] = state["sum"] + grad * grad
        lr = group["lr"] / (1 + (state["step"] - 1) * group["lr_decay"])
        p.subtract_(grad / (paddle.sqrt(state["sum"]) + group["eps"]) * lr)


class AdamaxOptimizer(CheckedOptimizer):
    """Adamax, with PyTorch's `eps` and weight decay."""

    def __init__(
        self, params: Any, lr: float = 2e-3, betas=(0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0, **others
    ) -> None:
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, **others))

    def update(self, p, grad, state: Any, group) -> None:
        beta1, beta2 = group["betas"]
        if not state:
            state.update(step=0, exp_avg=paddle.zeros_like(p), exp_inf=paddle.zeros_like(p))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_inf"] = paddle.maximum(beta2 * state["exp_inf"], paddle.abs(grad) + group["eps"])
        p.subtract_(state["exp_avg"] / state["exp_inf"] * (group["lr"] / (1 - beta1 ** state["step"])))


class AdamOptimizer(CheckedOptimizer):
    """Adam with PyTorch's weight decay (added to the gradient), `eps` and `amsgrad`."""

    decoupled = False

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        **others,
    ) -> None:
        names = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad)
        super().__init__(params, {**names, **others})

    def update(self, p, grad, state: Any, group) -> None:
        beta1, beta2 = group["betas"]
        if not state:
            state.update(step=0, exp_avg=paddle.zeros_like(p), exp_avg_sq=paddle.zeros_like(p))
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = paddle.zeros_like(p)
        state["step"] += 1
        decay = group["weight_decay"]
        if decay and (self.decoupled or group.get("decoupled_weight_decay")):
            p.subtract_(p * (group["lr"] * decay))
        elif decay:
            grad = grad + decay * p
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_avg_sq"] = square = beta2 * state["exp_avg_sq"] + (1 - beta2) * grad * grad
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = square = paddle.maximum(state["max_exp_avg_sq"], square)
        denominator = paddle.sqrt(square) / (1 - beta2 ** state["step"]) ** 0.5 + group["eps"]
        p.subtract_(state["exp_avg"] / denominator * (group["lr"] / (1 - beta1 ** state["step"])))


class AdamWOptimizer(AdamOptimizer):
    """Adam whose weight decay shrinks the parameters and is no part of the gradient."""

    decoupled = True

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        **others,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **others)


class ASGDOptimizer(CheckedOptimizer):
    """Averaged stochastic gradient descent; the average is in the state, under `ax`."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        **others,
    ) -> None:
        names = dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay)
        super().__init__(params, {**names, **others})

    def update(self, p, grad, state: Any, group) -> None:
        lr, lambd = group["lr"], group["lambd"]
        if not state:
            state.update(step=0, eta=lr, mu=1.0, ax=paddle.zeros_like(p))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        p.subtract_(p * (lambd * state["eta"]))
        p.subtract_(grad * state["eta"])
        state["ax"] = p.clone() if state["mu"] == 1 else state["ax"] + (p - state["ax"]) * state["mu"]
        state["eta"] = lr / (1 + lambd * lr * state["step"]) ** group["alpha"]
        state["mu"] = 1 / max(1, state["step"] - group["t0"])


class NAdamOptimizer(CheckedOptimizer):
    """Adam with Nesterov momentum, with PyTorch's momentum schedule."""

    def __init__(
        self,
        params: Any,
        lr: float = 2e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        **others,
    ) -> None:
        names = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, {**names, "decoupled_weight_decay": decoupled_weight_decay, **others})

    def update(self, p, grad, state: Any, group) -> None:
        beta1, beta2 = group["betas"]
        lr, decay = group["lr"], group["weight_decay"]
        if not state:
            state.update(step=0, mu_product=1.0, exp_avg=paddle.zeros_like(p), exp_avg_sq=paddle.zeros_like(p))
        state["step"] += 1
        step = state["step"]
        if group["decoupled_weight_decay"]:
            p.subtract_(p * (lr * decay))
        else:
            grad = grad + decay * p
        mu, mu_next = (beta1 * (1 - 0.5 * 0.96 ** (t * group["momentum_decay"])) for t in (step, step + 1))
        state["mu_product"] *= mu
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * grad * grad
        denominator = paddle.sqrt(state["exp_avg_sq"] / (1 - beta2**step)) + group["eps"]
        p.subtract_(grad / denominator * (lr * (1 - mu) / (1 - state["mu_product"])))
        p.subtract_(state["exp_avg"] / denominator * (lr * mu_next / (1 - state["mu_product"] * mu_next)))


class RAdamOptimizer(CheckedOptimizer):
    """Rectified Adam."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        **others,
    ) -> None:
        names = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {**names, "decoupled_weight_decay": decoupled_weight_decay, **others})

    def update(self, p, grad, state: Any, group) -> None:
        beta1, beta2 = group["betas"]
        if not state:
            state.update(step=0, exp_avg=paddle.zeros_like(p), exp_avg_sq=paddle.zeros_like(p))
        state["step"] += 1
        step = state["step"]
        if group["decoupled_weight_decay"]:
            p.subtract_(p * (group["lr"] * group["weight_decay"]))
        else:
            grad = grad + group["weight_decay"] * p
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * grad * grad
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * beta2**step / (1 - beta2**step)
        update = state["exp_avg"] * (group["lr"] / (1 - beta1**step))
        if length > 5:
            factor = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
            scale = (factor * (1 - beta2**step)) ** 0.5
            update = update / (paddle.sqrt(state["exp_avg_sq"]) + group["eps"]) * scale
        p.subtract_(update)


class RMSpropOptimizer(CheckedOptimizer):
    """RMSprop as PyTorch computes it: `eps` is added to the root."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        **others,
    ) -> None:
        names = dict(lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay, momentum=momentum, centered=centered)
        super().__init__(params, {**names, **others})

    def update(self, p, grad, state: Any, group) -> None:
        alpha = group["alpha"]
        if not state:
            names = ["square_avg", "grad_avg", "momentum_buffer"]
            state.update({name: paddle.zeros_like(p) for name in names}, step=0)
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["square_avg"] = mean = alpha * state["square_avg"] + (1 - alpha) * grad * grad
        if group["centered"]:
            state["grad_avg"] = alpha * state["grad_avg"] + (1 - alpha) * grad
            mean = mean - state["grad_avg"] * state["grad_avg"]
        update = grad / (paddle.sqrt(mean) + group["eps"])
        if group["momentum"]:
            state["momentum_buffer"] = update = group["momentum"] * state["momentum_buffer"] + update
        p.subtract_(update * group["lr"])


class RpropOptimizer(CheckedOptimizer):
    """Resilient backpropagation."""

    def __init__(self, params: Any, lr: float = 1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), **others) -> None:
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, **others))

    def update(self, p, grad, state: Any, group) -> None:
        if not state:
            state.update(step=0, prev=paddle.zeros_like(p), step_size=paddle.full_like(p, group["lr"]))
        state["step"] += 1
        sign = paddle.sign(grad * state["prev"])
        ones = paddle.ones_like(p)
        factor = paddle.where(sign > 0, ones * group["etas"][1], paddle.where(sign < 0, ones * group["etas"][0], ones))
        state["step_size"] = paddle.clip(state["step_size"] * factor, *group["step_sizes"])
        state["prev"] = paddle.where(sign < 0, paddle.zeros_like(grad), grad)
        p.subtract_(paddle.sign(state["prev"]) * state["step_size"])


def set_group_momentum(group, momentum) -> None:
    """Sets the momentum of a parameter group, or the first of its `betas`."""
    if "betas" in group:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum


class SGDOptimizer(CheckedOptimizer):
    """Stochastic gradient descent with PyTorch's momentum, dampening and weight decay."""

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        **others,
    ) -> None:
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        names = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov)
        super().__init__(params, {**names, **others})

    def update(self, p, grad, state: Any, group) -> None:
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * p
        momentum = group["momentum"]
        if momentum:
            buffer = state.get("momentum_buffer")
            if buffer is None:
                buffer = state["momentum_buffer"] = grad.clone()
            else:
                buffer = state["momentum_buffer"] = momentum * buffer + (1 - group["dampening"]) * grad
            grad = grad + momentum * buffer if group["nesterov"] else buffer
        p.subtract_(grad * group["lr"])
