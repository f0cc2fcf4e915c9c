def filled_diagonal(input, fill_value, wrap=False):
    """Fills the diagonal of a type that Paddle has no kernel for."""
    if input.dtype not in (paddle.uint8, paddle.int8, paddle.int16):
        raise NotImplementedError
    return input.set_value(input.astype("int32").fill_diagonal_(int(fill_value), wrap=wrap).astype(input.dtype))


def extend_fill_diagonal():
    """`fill_diagonal_` takes small whole numbers."""
    extend_method("fill_diagonal_", filled_diagonal)


extend_fill_diagonal()
