def functional_dropout1d(input, p=0.5, training=True, inplace=False):
    """Drops whole channels of sequences."""
    axes = list(range(input.ndim - 1))
    if not training or p == 0:
        return input
    output = paddle.nn.functional.dropout(input, p, axis=axes)
    return paddle.assign(output, input) if inplace else output
