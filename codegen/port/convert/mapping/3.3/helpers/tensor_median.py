def tensor_median(input, *args, **kwargs):
    """PyTorch's `median`: the lower one of two elements in the middle, along a dimension with its index."""
    if not isinstance(input, paddle.Tensor):
        return input.median(*args, **kwargs)
    return paddle.compat.median(input, *args, **kwargs)
