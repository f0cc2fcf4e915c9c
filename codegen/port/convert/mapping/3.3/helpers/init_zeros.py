def init_zeros(tensor):
    """Sets all items to zero."""
    return init_constant(tensor, 0.0)
