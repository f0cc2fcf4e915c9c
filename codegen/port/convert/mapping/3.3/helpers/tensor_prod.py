import functools


def tensor_prod(input, *args, **kwargs):
    """`prod`, with a gradient that is right where an element is zero: Paddle divides by the element."""
    if not isinstance(input, paddle.Tensor):
        return input.prod(*args, **kwargs)
    if input.dtype in (paddle.bool, paddle.uint8, paddle.int8, paddle.int16):
        input = input.astype("int64")
    has_zero = not input.stop_gradient and paddle.is_grad_enabled() and bool((input == 0).any())
    return prod_by_factors(input, *args, **kwargs) if has_zero else paddle.prod(input, *args, **kwargs)


def prod_by_factors(input, dim=None, keepdim=False, dtype=None):
    """The product as a chain of multiplications."""
    values = input if dtype is None else input.astype(dtype)
    axis, values = (0, values.flatten()) if dim is None else (dim, values)
    if values.shape[axis] == 0:
        return paddle.prod(values, axis, keepdim)
    result = functools.reduce(paddle.multiply, paddle.unbind(values, axis))
    return result.unsqueeze(axis) if keepdim and dim is not None else result
