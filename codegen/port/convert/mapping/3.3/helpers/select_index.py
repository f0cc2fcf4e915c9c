def select_index(x, dim, index):
    """PyTorch's `select`: a view without the dimension."""
    if not isinstance(x, paddle.Tensor):
        return x.select(dim, index)
    return x[(slice(None),) * (dim % x.ndim) + (index,)]
