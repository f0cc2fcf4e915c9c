def index_copy(input, dim, index, source):
    """A copy of `input` with the slices at `index` along `dim` replaced by those of `source`."""
    order = list(range(input.ndim))
    order[0], order[dim] = order[dim], order[0]
    moved = paddle.scatter(paddle.transpose(input, order), index, paddle.transpose(source, order))
    return paddle.transpose(moved, order)
