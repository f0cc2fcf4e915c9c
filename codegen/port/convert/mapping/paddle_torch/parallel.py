"""Models on several devices, and groups of processes."""

from __future__ import annotations

from typing import Any

import paddle


class ReplicatedModule(paddle.nn.Layer):
    """PyTorch's `DataParallel`. The model runs on one device; `module` is the model, as in the names of its state."""

    def __init__(self, module: Any, device_ids=None, output_device=None, dim: int = 0) -> None:
        super().__init__()
        self.module, self.device_ids, self.output_device, self.dim = module, device_ids or [], output_device, dim

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


class DistributedModule(paddle.nn.Layer):
    """PyTorch's `DistributedDataParallel`: `module` is the model, whose gradients are averaged over all processes."""

    def __init__(
        self, module: Any, device_ids=None, output_device=None, find_unused_parameters: bool = False, **options
    ) -> None:
        super().__init__()
        self.module, self.device_ids, self.output_device = module, device_ids, output_device
        settings = {"find_unused_parameters": find_unused_parameters}
        if options.get("bucket_cap_mb") is not None:
            settings["comm_buffer_size"] = options["bucket_cap_mb"]
        self.__dict__["_replica"] = paddle.DataParallel(module, **settings)

    def forward(self, *inputs, **kwargs):
        return self._replica(*inputs, **kwargs)

    def no_sync(self):
        return self._replica.no_sync()


def start_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, **options) -> None:
    """PyTorch's `init_process_group`. Paddle's launcher chooses the address, the rank and the number of processes."""
    paddle.distributed.init_parallel_env()
