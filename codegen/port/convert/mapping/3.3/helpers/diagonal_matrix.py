def diagonal_matrix(input, offset=0, dim1=-2, dim2=-1):
    """PyTorch's `diag_embed`: matrices with the last dimension on a diagonal."""
    size = input.shape[-1] + abs(offset)
    above, below = max(-offset, 0), max(offset, 0)
    padding = [input.new_zeros([*input.shape[:-1], count]) for count in (above, below)]
    rows = paddle.concat([padding[0], input, padding[1]], -1).unsqueeze(-1).expand([*input.shape[:-1], size, size])
    places = paddle.arange(size)
    is_diagonal = places.unsqueeze(0) - places.unsqueeze(1) == offset
    matrices = paddle.where(is_diagonal, rows, paddle.zeros_like(rows))
    return paddle.moveaxis(matrices, [-2, -1], [dim1, dim2])
