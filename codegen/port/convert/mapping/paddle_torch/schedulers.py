"""Schedules of learning rates."""

from __future__ import annotations

import bisect
import collections
import math
from collections.abc import Callable
from typing import Any

import paddle

from .optim import set_group_momentum


class ChainedLRScheduler:
    """Takes a step of each scheduler at each step."""

    def __init__(self, schedulers, optimizer: Any = None) -> None:
        self._schedulers = list(schedulers)
        self.optimizer = optimizer if optimizer is not None else self._schedulers[0].optimizer
        self._last_lr = self._schedulers[-1]._lrs()

    def step(self) -> None:
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._schedulers[-1]._lrs()

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {"_schedulers": [scheduler.state_dict() for scheduler in self._schedulers], "_last_lr": self._last_lr}

    def load_state_dict(self, state_dict) -> None:
        self._last_lr = state_dict["_last_lr"]
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)


class SchedulerBase:
    """Sets the learning rates of an optimizer's parameter groups; a subclass defines `get_lr`."""

    def __init__(self, optimizer: Any, last_epoch: int = -1, verbose: bool = False) -> None:
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError("`initial_lr` is not in the parameter groups of the optimizer that is resumed")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.verbose = verbose
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self.step()

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        return self._last_lr

    def _lrs(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def step(self, epoch: int | None = None) -> None:
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = getattr(self, "_get_closed_form_lr", None)
        self._set_lrs(self.get_lr() if epoch is None or closed is None else closed())

    def _set_lrs(self, lrs) -> None:
        for group, lr in zip(self.optimizer.param_groups, lrs):
            group["lr"] = lr
        self._last_lr = self._lrs()

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update(state_dict)


class ConstantLRScheduler(SchedulerBase):
    """Multiplies the learning rates by `factor` until `total_iters` epochs have passed."""

    def __init__(
        self, optimizer: Any, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self._lrs()]
        return [lr / self.factor if self.last_epoch == self.total_iters else lr for lr in self._lrs()]

    def _get_closed_form_lr(self):
        return [base if self.last_epoch >= self.total_iters else base * self.factor for base in self.base_lrs]


class CosineAnnealingLRScheduler(SchedulerBase):
    """Moves the learning rates between the initial ones and `eta_min` along a cosine."""

    def __init__(
        self, optimizer: Any, T_max: int, eta_min: float = 0.0, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def _height(self, epoch):
        return 1 + math.cos(math.pi * epoch / self.T_max)

    def get_lr(self):
        low, epoch = self.eta_min, self.last_epoch
        if epoch == 0:
            return self._lrs()
        if self._step_count == 1:
            return self._get_closed_form_lr()
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [lr + (base - low) * rise for lr, base in zip(self._lrs(), self.base_lrs)]
        return [self._height(epoch) / self._height(epoch - 1) * (lr - low) + low for lr in self._lrs()]

    def _get_closed_form_lr(self):
        low = self.eta_min
        return [low + (base - low) * self._height(self.last_epoch) / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestartsScheduler(SchedulerBase):
    """Cosine annealing that starts again after periods that grow by `T_mult`."""

    def __init__(
        self,
        optimizer: Any,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0.0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if T_0 <= 0 or T_mult < 1:
            raise ValueError("`T_0` and `T_mult` must be positive integers")
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        height = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * height for base in self.base_lrs]

    def step(self, epoch: int | None = None) -> None:
        self._step_count += 1
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            self.T_cur, self.T_i = epoch, self.T_0
            while self.T_cur >= self.T_i:
                self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        self.last_epoch = math.floor(epoch)
        self._set_lrs(self.get_lr())


class CyclicLRScheduler(SchedulerBase):
    """Moves the learning rates back and forth between two bounds, and the momentum in the opposite direction."""

    def __init__(
        self,
        optimizer: Any,
        base_lr,
        max_lr,
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[..., Any] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum=0.8,
        max_momentum=0.9,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        groups = optimizer.param_groups
        self.max_lrs, low = self._each(max_lr, groups), self._each(base_lr, groups)
        if last_epoch == -1:
            for group, lr in zip(groups, low):
                group["lr"] = lr
        self.total_size = float(step_size_up + (step_size_up if step_size_down is None else step_size_down))
        self.step_ratio = step_size_up / self.total_size
        self.mode, self.gamma, self.scale_fn, self.scale_mode = mode, gamma, scale_fn, scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
                raise ValueError("the optimizer must have momentum if `cycle_momentum` is set")
            self.base_momentums, self.max_momentums = (
                self._each(base_momentum, groups),
                self._each(max_momentum, groups),
            )
        super().__init__(optimizer, last_epoch, verbose)
        self.base_lrs = low

    @staticmethod
    def _each(value, groups):
        return list(value) if isinstance(value, (list, tuple)) else [value] * len(groups)

    def _scale(self, x: paddle.Tensor):
        if self.scale_fn is not None:
            return self.scale_fn(x)
        return {"triangular": 1.0, "triangular2": 0.5 ** (x - 1), "exp_range": self.gamma**x}[self.mode]

    def get_lr(self):
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1 + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        height *= self._scale(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            groups = zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums)
            for group, low, high in groups:
                set_group_momentum(group, high - (high - low) * height)
        return [low + (high - low) * height for low, high in zip(self.base_lrs, self.max_lrs)]


class ExponentialLRScheduler(SchedulerBase):
    """Multiplies the learning rates by `gamma` at each step."""

    def __init__(self, optimizer: Any, gamma: float, last_epoch: int = -1, verbose: bool = False) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [lr if self.last_epoch == 0 else lr * self.gamma for lr in self._lrs()]

    def _get_closed_form_lr(self):
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class LambdaLRScheduler(SchedulerBase):
    """Sets the learning rates to the initial ones times a function of the epoch."""

    def __init__(self, optimizer: Any, lr_lambda, last_epoch: int = -1, verbose: bool = False) -> None:
        groups = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * groups
        if len(self.lr_lambdas) != groups:
            raise ValueError(f"expected {groups} functions, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [base * function(self.last_epoch) for function, base in zip(self.lr_lambdas, self.base_lrs)]

    def state_dict(self):
        return {key: value for key, value in super().state_dict().items() if key != "lr_lambdas"}


class LinearLRScheduler(SchedulerBase):
    """Changes the factor of the learning rates from `start_factor` to `end_factor` in equal steps."""

    def __init__(
        self,
        optimizer: Any,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self, epoch):
        return (
            self.start_factor + (self.end_factor - self.start_factor) * min(epoch, self.total_iters) / self.total_iters
        )

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in self._lrs()]
        if self.last_epoch > self.total_iters:
            return self._lrs()
        return [lr * self._factor(self.last_epoch) / self._factor(self.last_epoch - 1) for lr in self._lrs()]

    def _get_closed_form_lr(self):
        return [base * self._factor(self.last_epoch) for base in self.base_lrs]


class MultiplicativeLRScheduler(LambdaLRScheduler):
    """Multiplies the learning rates by a function of the epoch at each step."""

    def get_lr(self):
        if self.last_epoch <= 0:
            return self._lrs()
        return [lr * function(self.last_epoch) for function, lr in zip(self.lr_lambdas, self._lrs())]


class MultiStepLRScheduler(SchedulerBase):
    """Multiplies the learning rates by `gamma` at each milestone."""

    def __init__(
        self, optimizer: Any, milestones, gamma: float = 0.1, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        self.milestones, self.gamma = collections.Counter(milestones), gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [lr * self.gamma ** self.milestones[self.last_epoch] for lr in self._lrs()]

    def _get_closed_form_lr(self):
        passed = sum(count for milestone, count in self.milestones.items() if milestone <= self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class OneCycleLRScheduler(SchedulerBase):
    """Raises the learning rates to `max_lr`, and then lowers them to almost zero."""

    def __init__(
        self,
        optimizer: Any,
        max_lr,
        total_steps: int | None = None,
        epochs: Any = None,
        steps_per_epoch: Any = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("give `total_steps`, or `epochs` and `steps_per_epoch`")
        self.total_steps = total_steps if total_steps is not None else epochs * steps_per_epoch
        self.anneal_strategy, self.cycle_momentum = anneal_strategy, cycle_momentum
        rise = float(pct_start * self.total_steps) - 1
        ends = [rise, 2 * rise, self.total_steps - 1] if three_phase else [rise, self.total_steps - 1]
        turns = ["initial_lr", "max_lr", "initial_lr", "min_lr"] if three_phase else ["initial_lr", "max_lr", "min_lr"]
        momenta = ["max_momentum", "base_momentum", "max_momentum", "max_momentum"]
        self._schedule_phases = list(zip(ends, turns, turns[1:], momenta, momenta[1:]))
        groups = optimizer.param_groups
        each = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * len(groups)
        if last_epoch == -1:
            for group, high in zip(groups, each):
                group.update(lr=high / div_factor, max_lr=high, min_lr=high / div_factor / final_div_factor)
                if cycle_momentum:
                    set_group_momentum(group, max_momentum)
                    group.update(base_momentum=base_momentum, max_momentum=max_momentum)
        super().__init__(optimizer, last_epoch, verbose)

    def _between(self, start, end, part):
        return (
            end + (start - end) / 2 * (1 + math.cos(math.pi * part))
            if self.anneal_strategy == "cos"
            else start + (end - start) * part
        )

    def get_lr(self):
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"step {step} was asked for, but there are {self.total_steps}")
        start, part = 0.0, 0.0
        for end, *names in self._schedule_phases:
            if step <= end or end == self._schedule_phases[-1][0]:
                part = (step - start) / (end - start)
                break
            start = end
        lrs = []
        for group in self.optimizer.param_groups:
            values = [group.get(name, 0) for name in names]
            lrs.append(self._between(values[0], values[1], part))
            if self.cycle_momentum:
                set_group_momentum(group, self._between(values[2], values[3], part))
        return lrs


class PolynomialLRScheduler(SchedulerBase):
    """Lowers the learning rates to zero in `total_iters` epochs, as a power of the remaining time."""

    def __init__(
        self, optimizer: Any, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._lrs()
        left, before = self.total_iters - self.last_epoch, self.total_iters - self.last_epoch + 1
        return [lr * (left / before) ** self.power for lr in self._lrs()]

    def _get_closed_form_lr(self):
        left = 1 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]


class ReduceLROnPlateauScheduler:
    """Lowers the learning rates when a metric has stopped improving."""

    def __init__(
        self,
        optimizer: Any,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr=0,
        eps: float = 1e-8,
        verbose: bool = False,
    ) -> None:
        if factor >= 1.0:
            raise ValueError("`factor` must be less than 1")
        if mode not in ("min", "max") or threshold_mode not in ("rel", "abs"):
            raise ValueError(f"the modes {mode} and {threshold_mode} are not known")
        groups = len(optimizer.param_groups)
        self.min_lrs = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * groups
        self.optimizer, self.mode, self.factor, self.patience, self.eps = optimizer, mode, factor, patience, eps
        self.threshold, self.threshold_mode, self.cooldown, self.verbose = threshold, threshold_mode, cooldown, verbose
        self.last_epoch = 0
        self._last_lr = [group["lr"] for group in optimizer.param_groups]
        self._reset()

    def _reset(self) -> None:
        self.best = float("inf") if self.mode == "min" else -float("inf")
        self.cooldown_counter = self.num_bad_epochs = 0

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def is_better(self, a, best):
        sign = 1 if self.mode == "max" else -1
        if self.threshold_mode == "abs":
            return sign * a > sign * best + self.threshold
        return sign * a > sign * best * (1 + sign * self.threshold)

    def step(self, metrics, epoch: int | None = None) -> None:
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def _reduce(self) -> None:
        for group, least in zip(self.optimizer.param_groups, self.min_lrs):
            lr = max(group["lr"] * self.factor, least)
            if group["lr"] - lr > self.eps:
                group["lr"] = lr

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update(state_dict)


class SequentialLRScheduler:
    """Uses schedulers one after the other. Each milestone starts the next one."""

    def __init__(self, optimizer: Any, schedulers, milestones, last_epoch: int = -1, verbose: bool = False) -> None:
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("there must be one milestone less than there are schedulers")
        self.optimizer, self._schedulers, self._milestones = optimizer, schedulers, milestones
        self.last_epoch = last_epoch + 1
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self) -> None:
        self.last_epoch += 1
        index = bisect.bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[index]
        if index > 0 and self._milestones[index - 1] == self.last_epoch:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        state = {key: value for key, value in self.__dict__.items() if key not in ("optimizer", "_schedulers")}
        return {**state, "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update({key: value for key, value in state_dict.items() if key != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)


class StepLRScheduler(SchedulerBase):
    """Multiplies the learning rates by `gamma` every `step_size` epochs."""

    def __init__(
        self, optimizer: Any, step_size, gamma: float = 0.1, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        is_time = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [lr * self.gamma if is_time else lr for lr in self._lrs()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]
