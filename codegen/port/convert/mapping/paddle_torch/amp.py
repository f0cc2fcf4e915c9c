"""Mixed precision."""

from __future__ import annotations

import contextlib
from typing import Any

import paddle


class Autocast(contextlib.ContextDecorator):
    """Automatic mixed precision on a kind of device. Does nothing if it is not enabled, or without such a device."""

    def __init__(self, device_type: str = "cuda", dtype: Any = None, enabled: bool = True, cache_enabled=None) -> None:
        is_cpu = str(device_type).startswith("cpu")
        dtype = dtype if dtype is not None else paddle.bfloat16 if is_cpu else paddle.float16
        enabled = bool(enabled) and (is_cpu or paddle.device.cuda.device_count() > 0)
        self._arguments = dict(enable=enabled, dtype=str(dtype).rpartition(".")[2])
        self._contexts: list[Any] = []

    def __enter__(self):
        self._contexts.append(paddle.amp.auto_cast(**self._arguments))
        self._contexts[-1].__enter__()
        return self

    def __exit__(self, *error):
        return self._contexts.pop().__exit__(*error)


class LossScaler(paddle.amp.GradScaler):
    """Scales losses for mixed precision. Does nothing if there is no GPU."""

    def __init__(
        self,
        device: Any = "cuda",
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        enabled = bool(enabled) and paddle.device.cuda.device_count() > 0
        self._growth = [growth_factor, backoff_factor, growth_interval]
        super().__init__(enabled, init_scale, growth_factor, backoff_factor, growth_interval)

    def is_enabled(self):
        return self.is_enable()

    def get_growth_factor(self):
        return self._growth[0]

    def set_growth_factor(self, new_factor: float) -> None:
        self._growth[0] = new_factor
        self.set_incr_ratio(new_factor)

    def get_backoff_factor(self):
        return self._growth[1]

    def set_backoff_factor(self, new_factor: float) -> None:
        self._growth[1] = new_factor
        self.set_decr_ratio(new_factor)

    def get_growth_interval(self):
        return self._growth[2]

    def set_growth_interval(self, new_interval: int) -> None:
        self._growth[2] = new_interval
        self.set_incr_every_n_steps(new_interval)

    def get_scale(self):
        return float(self.state_dict()["scale"]) if self.is_enable() else 1.0

    def step(self, optimizer: Any, *args, **options):
        return super().step(optimizer, *args, **options) if self.is_enable() else optimizer.step(*args, **options)

    def update(self, new_scale: float | None = None) -> None:
        if new_scale is not None:
            self.set_init_loss_scaling(float(new_scale))
        elif self.is_enable():
            super().update()
