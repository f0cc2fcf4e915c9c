def foreach_operator(func, tensors):
    """A function of each tensor."""
    return [func(tensor) for tensor in tensors]
