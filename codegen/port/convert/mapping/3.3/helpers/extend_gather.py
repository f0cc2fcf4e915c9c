def gathered_truth(input, dim, index):
    """Gathers truth values, for which Paddle has no kernel."""
    if input.dtype != paddle.bool:
        raise NotImplementedError
    return paddle.take_along_axis(input.astype("uint8"), index, dim, broadcast=False).astype("bool")


def extend_gather():
    """Lets `gather` take truth values."""
    extend_method("gather", gathered_truth)


extend_gather()
