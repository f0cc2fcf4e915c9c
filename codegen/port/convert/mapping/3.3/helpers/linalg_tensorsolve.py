import math


def linalg_tensorsolve(A, B, dims=None):
    """PyTorch's `linalg.tensorsolve`: the tensor whose product with `A` is `B`."""
    if dims is not None:
        A = paddle.moveaxis(A, list(dims), list(range(A.ndim - len(dims), A.ndim)))
    size = math.prod(B.shape)
    return linalg_solve(A.reshape([size, -1]), B.reshape([size, 1])).reshape(A.shape[B.ndim :])
