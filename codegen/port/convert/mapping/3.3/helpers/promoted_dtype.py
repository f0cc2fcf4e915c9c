def promoted_dtype(*values):
    """PyTorch's `result_type`: numbers and tensors without dimensions count only if they are of a higher kind."""
    groups = [[], [], []]
    for value in values:
        if isinstance(value, paddle.Tensor):
            groups[0 if value.ndim else 1].append(value.dtype)
        elif isinstance(value, bool):
            groups[2].append(paddle.bool)
        elif isinstance(value, complex):
            groups[2].append(paddle.complex64)
        else:
            is_whole = isinstance(value, int) or hasattr(value, "__index__")
            groups[2].append(paddle.int64 if is_whole else getattr(paddle, paddle.get_default_dtype()))
    result = None
    for group in groups:
        for dtype in group[:1]:
            for other in group[1:]:
                dtype = common_dtype(dtype, other)
            if result is None or dtype_kind(dtype) > dtype_kind(result):
                result = common_dtype(dtype, result) if result is not None else dtype
    return result
