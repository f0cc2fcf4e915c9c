import math


def init_fans(tensor):
    """The numbers of inputs and outputs of a weight, whose first dimension are the outputs."""
    if tensor.ndim < 2:
        raise ValueError("fans need a tensor with two dimensions or more")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field
