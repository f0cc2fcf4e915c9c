import math


def init_sparse(tensor, sparsity, std=0.01, generator=None):
    """Draws a matrix from a normal distribution and clears a share of each column."""
    rows, columns = tensor.shape
    value = paddle.randn([rows, columns]) * std
    count = math.ceil(sparsity * rows)
    kept = paddle.stack([paddle.randperm(rows) >= count for _ in range(columns)], 1)
    return init_with(tensor, value * kept.astype(value.dtype))
