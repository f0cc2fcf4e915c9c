"""Several processes."""

from __future__ import annotations

from typing import Any

import paddle


def reduce_scatter_tensor(output, input: paddle.Tensor, op: Any = None, group=None, async_op=None):
    """Reduces the parts of a tensor, and gives each process one of them."""
    world_size = paddle.distributed.get_world_size()
    if input.shape[0] == world_size:
        parts = paddle.unstack(input, axis=0)
    else:
        parts = paddle.split(input, world_size, axis=0)
    options = {} if op is None else {"op": op}
    return paddle.distributed.reduce_scatter(output, parts, group=group, sync_op=not async_op, **options)


class rpc_remote:
    """A result on another machine, which is fetched on demand."""

    def __init__(self, future) -> None:
        self._future = future

    def to_here(self):
        return self._future.wait()
