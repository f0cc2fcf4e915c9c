def cast_exponent(exponent):
    """An exponent in double precision; numbers stay."""
    return exponent.astype(paddle.float64) if isinstance(exponent, paddle.Tensor) else exponent
