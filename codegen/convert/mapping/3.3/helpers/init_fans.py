import math


def init_fans(tensor):
    """How many inputs and outputs an item of a weight has: the outputs are the first dimension."""
    if tensor.ndim < 2:
        raise ValueError("fans need a tensor with two dimensions or more")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field
