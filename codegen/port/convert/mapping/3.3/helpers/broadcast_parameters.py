def broadcast_parameters(*values):
    """Numbers and tensors as tensors of one shape and floating-point type."""
    tensors = [value for value in values if isinstance(value, paddle.Tensor) and value.is_floating_point()]
    dtype = tensors[0].dtype if tensors else paddle.get_default_dtype()
    values = [v if isinstance(v, paddle.Tensor) else paddle.to_tensor(v, dtype=dtype) for v in values]
    values = [v if v.dtype == dtype else v.astype(dtype) for v in values]
    # Broadcasting frees buffers in the backward pass, so a second one would fail.
    is_one_shape = all(v.shape == values[0].shape for v in values)
    return values if is_one_shape else paddle.broadcast_tensors(values)
