def tensor_max(input, *args, **kwargs):
    """PyTorch's `max`: the largest element, the largest ones along a dimension with their indices, or those of two tensors."""
    return extreme_values("max", input, args, kwargs)
