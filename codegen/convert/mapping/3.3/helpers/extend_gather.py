def gathered_truth(input, dim, index):
    """The elements of truth values, which Paddle cannot gather by themselves."""
    if input.dtype != paddle.bool:
        raise NotImplementedError
    return paddle.take_along_axis(input.astype("uint8"), index, dim, broadcast=False).astype("bool")


def extend_gather():
    """`gather` takes truth values."""
    extend_method("gather", gathered_truth)


extend_gather()
