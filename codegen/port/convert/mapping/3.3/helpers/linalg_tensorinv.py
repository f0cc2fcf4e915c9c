import math


def linalg_tensorinv(A, ind=2):
    """PyTorch's `linalg.tensorinv`."""
    size = math.prod(A.shape[:ind])
    return paddle.linalg.inv(A.reshape([size, size])).reshape([*A.shape[ind:], *A.shape[:ind]])
