def drop_depth(input, p, mode, training=True):
    """Sets a whole batch, or rows of it, to zero at random, and scales the others."""
    if not training or p == 0.0:
        return input
    shape = [1] * input.ndim if mode == "batch" else [input.shape[0]] + [1] * (input.ndim - 1)
    noise = paddle.bernoulli(paddle.full(shape, 1 - p, dtype=input.dtype))
    return input * (noise / (1 - p) if p < 1 else noise)
