def unfold_dimension(x, dimension, size, step):
    """PyTorch's `Tensor.unfold`: slices of a dimension, which may overlap. Their gradients add up."""
    if not isinstance(x, paddle.Tensor):
        return x.unfold(dimension, size, step)
    if x.ndim == 0:
        return x.reshape([1])
    dimension %= x.ndim
    count = (x.shape[dimension] - size) // step + 1
    indices = paddle.arange(count).unsqueeze(1) * step + paddle.arange(size)
    slices = x.index_select(indices.flatten(), dimension)
    slices = slices.reshape([*x.shape[:dimension], count, size, *x.shape[dimension + 1 :]])
    return paddle.moveaxis(slices, dimension + 1, -1)
