def init_ones(tensor):
    """Sets all items to one."""
    return init_constant(tensor, 1.0)
