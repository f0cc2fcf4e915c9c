def init_zeros(tensor):
    """Gives all items the value zero."""
    return init_constant(tensor, 0.0)
