def tensor_unique(input, *args, **kwargs):
    """PyTorch's `unique`: the inverse has the shape of the tensor."""
    if not isinstance(input, paddle.Tensor):
        return input.unique(*args, **kwargs)
    is_bool = input.dtype == paddle.bool
    found = paddle.compat.unique(input.astype("int32") if is_bool else input, *args, **kwargs)
    values, *others = found if isinstance(found, (list, tuple)) else (found,)
    values = values.astype("bool") if is_bool else values
    settings = dict(zip(("sorted", "return_inverse", "return_counts", "dim"), args), **kwargs)
    if settings.get("return_inverse") and settings.get("dim") is None:
        others[0] = others[0].reshape(input.shape)
    return (values, *others) if others else values
