def sliced_copy(input, src, dim=0, start=None, end=None, step=1):
    """PyTorch's `slice_scatter`: a tensor with another slice."""
    if not isinstance(input, paddle.Tensor):
        return input.slice_scatter(src, dim, start, end, step)
    first, last, _ = slice(start, end, step).indices(input.shape[dim])
    return paddle.slice_scatter(input, src, [dim], [first], [last], [step])
