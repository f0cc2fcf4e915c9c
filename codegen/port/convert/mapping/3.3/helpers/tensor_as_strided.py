def tensor_as_strided(input, size, stride, storage_offset=None):
    """A view by strides that count elements. If it needs a gradient, it is gathered instead, because the gradient of the view ignores overlaps."""
    offset = storage_offset or 0
    if input.stop_gradient or not paddle.is_grad_enabled():
        return paddle.as_strided(input, list(size), list(stride), offset * input.element_size())
    index = paddle.full(len(size) * [1], offset, dtype="int64")
    for axis, (count, step) in enumerate(zip(size, stride)):
        shape = [-1 if other == axis else 1 for other in range(len(size))]
        index = index + step * paddle.arange(count, dtype="int64").reshape(shape)
    return paddle.gather(input.flatten(), index.flatten()).reshape(list(size))
