import math


class OneCycleLRScheduler(SchedulerBase):
    """Raises the learning rates to `max_lr`, and then lowers them to almost zero."""

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
        anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
        final_div_factor=1e4, three_phase=False, last_epoch=-1, verbose=False
    ):
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
        return end + (start - end) / 2 * (1 + math.cos(math.pi * part)) if self.anneal_strategy == "cos" else start + (
            end - start
        ) * part

    def get_lr(self):
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"step {step} was asked for, but there are {self.total_steps}")
        start = 0
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
