def tensor_nanmedian(input, *args, **kwargs):
    """PyTorch's `nanmedian`: the lower one of two elements in the middle, along a dimension with its index."""
    if not isinstance(input, paddle.Tensor):
        return input.nanmedian(*args, **kwargs)
    return paddle.compat.nanmedian(input, *args, **kwargs)
