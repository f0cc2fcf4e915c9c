def scattered_diagonal(input, src, offset=0, dim1=0, dim2=1):
    """PyTorch's `diagonal_scatter`: a tensor with another diagonal."""
    matrices = paddle.moveaxis(input, [dim1, dim2], [-2, -1])
    rows, columns = paddle.arange(matrices.shape[-2]).unsqueeze(1), paddle.arange(matrices.shape[-1])
    is_diagonal = columns - rows == offset
    places = paddle.clip(rows if offset >= 0 else columns, max=src.shape[-1] - 1) + 0 * (rows + columns)
    values = src.index_select(places.flatten(), -1).reshape([*src.shape[:-1], *places.shape])
    return paddle.moveaxis(paddle.where(is_diagonal, values, matrices), [-2, -1], [dim1, dim2])
