def x_log_y(input, other):
    """PyTorch's `xlogy`: 0 where the first value is 0."""
    if not isinstance(input, paddle.Tensor):
        input = paddle.full_like(other, input)
    if not isinstance(other, paddle.Tensor):
        other = paddle.full([], other, promoted_dtype(input, other))
    is_zero = (input == 0) & ~paddle.isnan(other)
    return paddle.where(is_zero, paddle.zeros_like(input), input * paddle.log(other))
