def pytorch_scatter(input, dim, index, src=None, *, value=None, reduce=None):
    """`scatter` of truth values, which Paddle has no kernel for."""
    if input.dtype != paddle.bool or reduce is not None:
        raise NotImplementedError
    values = value if src is None else src
    values = values.astype("int32") if isinstance(values, paddle.Tensor) else int(values)
    return paddle.put_along_axis(input.astype("int32"), index, values, dim, broadcast=False).astype("bool")


def pytorch_scatter_(input, *args, **kwargs):
    """`scatter_` of truth values."""
    return input.copy_(pytorch_scatter(input, *args, **kwargs))


def extend_scatter():
    """Lets values be scattered over tensors of truth values."""
    extend_method("scatter", pytorch_scatter)
    extend_method("scatter_", pytorch_scatter_, [paddle.Tensor])


extend_scatter()
