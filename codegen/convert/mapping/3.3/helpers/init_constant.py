def init_constant(tensor, val):
    """Gives all items one value."""
    return init_with(tensor, paddle.full(tensor.shape, val, tensor.dtype))
