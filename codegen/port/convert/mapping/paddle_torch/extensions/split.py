"""PyTorch's `Tensor.split`, which takes the size of a part."""

from __future__ import annotations

import paddle


def _Tensor_split(self, split_size, dim: int = 0):
    """PyTorch's `Tensor.split`: a number is the size of a part, and the last part may be smaller."""
    if isinstance(split_size, int):
        total = self.shape[dim]
        split_size = [min(split_size, total - start) for start in range(0, total, split_size)]
    return paddle.split(self, list(split_size), dim)


paddle.Tensor.split = _Tensor_split
paddle.pir.Value.split = _Tensor_split
