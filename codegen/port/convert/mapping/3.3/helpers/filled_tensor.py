def filled_tensor(size, fill_value, **kwargs):
    """PyTorch's `full`: the value decides the data type."""
    if kwargs.get("dtype") is None:
        kwargs["dtype"] = promoted_dtype(fill_value)
    return paddle.full(size, fill_value, **kwargs)
