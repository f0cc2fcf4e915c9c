def tensor_numel(value):
    """The number of elements of a tensor or of a shape."""
    return value.size if isinstance(value, paddle.Tensor) else value.numel()
