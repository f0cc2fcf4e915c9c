import math


class CyclicLRScheduler(SchedulerBase):
    """Moves the learning rates back and forth between two bounds, and the momentum in the opposite direction."""

    def __init__(
        self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
        scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1,
        verbose=False
    ):
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
            self.base_momentums, self.max_momentums = self._each(base_momentum, groups), self._each(max_momentum, groups)
        super().__init__(optimizer, last_epoch, verbose)
        self.base_lrs = low

    @staticmethod
    def _each(value, groups):
        return list(value) if isinstance(value, (list, tuple)) else [value] * len(groups)

    def _scale(self, x):
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
