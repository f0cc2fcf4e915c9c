"""Devices, threads, and settings of backends."""

from __future__ import annotations

import os
from typing import Any

import paddle


def _set_num_interop_threads(number: int) -> None:
    """The number of threads on which operators run in parallel."""
    os.environ["OMP_NUM_THREADS"] = str(number)


def _set_num_threads(number: int) -> None:
    """The number of threads for one operator."""
    os.environ["CPU_NUM"] = str(number)


def call_on_gpu(name: str, *args, otherwise=None, **options):
    """Calls a function of `paddle.device.cuda`. Does nothing if there is no GPU."""
    if paddle.device.cuda.device_count() == 0:
        return otherwise
    return getattr(paddle.device.cuda, name)(*args, **options)


def device2str(device: Any):
    """The name of a device in Paddle. A number means a GPU."""
    if isinstance(device, int):
        return f"gpu:{device}"
    text = str(device)
    if text.startswith("Place("):
        text = text[len("Place(") : -1]
    return text.replace("cuda", "gpu")


class PaddleFlag:
    """Settings of PyTorch's backends. Code can set and read them, but they have no effect."""

    cudnn_enabled = True
    cudnn_benchmark = False
    cudnn_deterministic = False
    cudnn_allow_tf32 = True
    matmul_allow_tf32 = False


def set_per_process_memory_fraction(fraction: float) -> None:
    """Limits the share of the memory of a GPU that a process uses."""
    os.environ["FLAGS_fraction_of_gpu_memory_to_use"] = str(fraction)
