def tensor_min(input, *args, **kwargs):
    """PyTorch's `min`: the smallest element, the smallest ones along a dimension with their indices, or those of two tensors."""
    return extreme_values("min", input, args, kwargs)
