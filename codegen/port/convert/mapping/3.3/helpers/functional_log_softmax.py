def functional_log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of the softmax. That of Paddle is never below -64 on CPUs."""
    if dim is None:
        dim = 0 if input.ndim in (0, 1, 3) else 1
    values = input if dtype is None else input.astype(dtype)
    return values - paddle.logsumexp(values, dim, keepdim=True) if values.ndim else paddle.zeros_like(values)
