def gradient_along(x, dim, spacing, edge_order):
    """The slope along a dimension; `spacing` is a number, or the coordinates."""
    x = x.moveaxis(dim, -1)
    places = spacing if isinstance(spacing, paddle.Tensor) else paddle.arange(x.shape[-1]).astype(x.dtype) * spacing
    steps = places.diff().astype(x.dtype)
    slopes = x.diff() / steps
    before, after = steps[:-1], steps[1:]
    middle = (slopes[..., :-1] * after + slopes[..., 1:] * before) / (before + after)
    first, last = slopes[..., :1], slopes[..., -1:]
    if edge_order == 2:
        first = first + (first - slopes[..., 1:2]) * steps[0] / (steps[0] + steps[1])
        last = last + (last - slopes[..., -2:-1]) * steps[-1] / (steps[-1] + steps[-2])
    return paddle.concat([first, middle, last], -1).moveaxis(-1, dim)


def tensor_gradient(input, *, spacing=1.0, dim=None, edge_order=1):
    """PyTorch's `gradient`: the slopes along some dimensions."""
    dims = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    spacings = spacing if isinstance(spacing, (list, tuple)) else [spacing] * len(dims)
    return tuple(gradient_along(input, d, step, edge_order) for d, step in zip(dims, spacings))
