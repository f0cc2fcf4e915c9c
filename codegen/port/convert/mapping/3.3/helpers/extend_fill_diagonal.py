def filled_diagonal(input, fill_value, wrap=False):
    """Fills the diagonal of a tensor of a data type for which Paddle has no kernel."""
    if input.dtype not in (paddle.uint8, paddle.int8, paddle.int16):
        raise NotImplementedError
    return input.set_value(input.astype("int32").fill_diagonal_(int(fill_value), wrap=wrap).astype(input.dtype))


def extend_fill_diagonal():
    """Lets `fill_diagonal_` take small integers."""
    extend_method("fill_diagonal_", filled_diagonal)


extend_fill_diagonal()
