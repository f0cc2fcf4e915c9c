def tensor_from(data, dtype=None, device=None):
    """PyTorch's `as_tensor`: a tensor is returned as it is if possible, and keeps its gradient."""
    if not isinstance(data, paddle.Tensor):
        data = paddle.to_tensor(data, dtype)
    elif dtype is not None and data.dtype != dtype:
        data = data.astype(dtype)
    return data if device is None else data.to(device)
