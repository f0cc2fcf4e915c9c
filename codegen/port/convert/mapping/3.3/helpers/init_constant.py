def init_constant(tensor, val):
    """Sets all items to one value."""
    return init_with(tensor, paddle.full(tensor.shape, val, tensor.dtype))
