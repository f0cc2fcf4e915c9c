def foreach_operator(func, tensors):
    """Applies a function to each tensor."""
    return [func(tensor) for tensor in tensors]
