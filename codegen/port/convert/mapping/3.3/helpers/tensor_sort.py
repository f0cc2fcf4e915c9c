def tensor_sort(input, *args, **kwargs):
    """PyTorch's `sort`, which also returns the indices. Other objects are sorted by their own method."""
    if not isinstance(input, paddle.Tensor):
        return input.sort(*args, **kwargs)
    if args and isinstance(args[0], bool):
        args = (-1, *args)
    return paddle.compat.sort(input, *args, **kwargs)
