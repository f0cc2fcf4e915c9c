def init_ones(tensor):
    """Gives all items the value one."""
    return init_constant(tensor, 1.0)
