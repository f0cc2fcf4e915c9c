import math


def functional_interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
    antialias=False,
):
    """Resizes the last dimensions. A scale factor says where the new points are, as well as how many."""
    dims = input.ndim - 2
    scales = None
    if size is None:
        scales = [scale_factor] * dims if isinstance(scale_factor, (int, float)) else list(scale_factor)
        size = [int(math.floor(float(length * scale))) for length, scale in zip(input.shape[2:], scales)]
        scales = None if recompute_scale_factor else scales
    else:
        size = [size] * dims if isinstance(size, int) else [int(length) for length in size]
    if mode == "area":
        functions = paddle.nn.functional
        pool = (functions.adaptive_avg_pool1d, functions.adaptive_avg_pool2d, functions.adaptive_avg_pool3d)[dims - 1]
        return pool(input, size[0] if dims == 1 else size)
    if antialias or mode == "bicubic":
        return _resized_by_weights(input, size, scales, mode, bool(align_corners), antialias)
    for axis, length in enumerate(size):
        scale = scales[axis] if scales else None
        input = _resized_axis(input, axis + 2, length, scale, mode, bool(align_corners))
    return input


def _points(count, length, scale, align_corners):
    """Where the points of the result are in the input, as fractions of items."""
    index = paddle.arange(count, dtype="float64")
    if align_corners:
        return index * ((length - 1) / (count - 1) if count > 1 else 0.0)
    return (index + 0.5) * (1 / scale if scale else length / count) - 0.5


def _resized_axis(input, axis, count, scale, mode, align_corners):
    """Resizes one dimension by its nearest items, or linearly."""
    length = input.shape[axis]
    if mode.startswith("nearest"):
        shift = 0.5 if mode == "nearest-exact" else 0.0
        step = 1 / scale if scale else length / count
        points = ((paddle.arange(count, dtype="float64") + shift) * step).astype("float32")
        return paddle.index_select(input, points.floor().astype("int64").clip(0, length - 1), axis)
    if count == length and not scale:
        return input
    points = _points(count, length, scale, align_corners).clip(0, length - 1)
    before = points.floor().clip(0, max(length - 1, 0)).astype("int64")
    shape = [1] * input.ndim
    shape[axis] = count
    share = (points - before.astype("float64")).astype(input.dtype).reshape(shape)
    first = paddle.index_select(input, before, axis)
    second = paddle.index_select(input, (before + 1).clip(max=length - 1), axis)
    return first * (1 - share) + second * share


def _resized_by_weights(input, size, scales, mode, align_corners, antialias):
    """Resizes each dimension by a matrix with the weights of all items."""
    for axis in range(2, input.ndim):
        scale = scales[axis - 2] if scales else None
        matrix = _weights(size[axis - 2], input.shape[axis], scale, mode, align_corners, antialias)
        input = paddle.moveaxis(paddle.matmul(paddle.moveaxis(input, axis, -1), matrix.astype(input.dtype).t()), -1, axis)
    return input


def _weights(count, length, scale, mode, align_corners, antialias):
    """The weights of the items of the input for each item of the result; the edges are repeated."""
    points = _points(count, length, scale, align_corners)
    step = (length - 1) / max(count - 1, 1) if align_corners else (1 / scale if scale else length / count)
    width = max(step, 1.0) if antialias else 1.0
    reach = 1 if antialias else 3
    places = paddle.arange(-reach, length + reach, dtype="float64")
    distance = ((places.unsqueeze(0) - points.unsqueeze(1)) / width).abs()
    if mode == "bicubic":
        a = -0.5 if antialias else -0.75
        near = ((a + 2) * distance - (a + 3)) * distance * distance + 1
        far = ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a
        weights = paddle.where(distance <= 1, near, paddle.where(distance < 2, far, paddle.zeros_like(far)))
    else:
        weights = (1 - distance).clip(min=0)
    if antialias:
        weights = weights[:, reach:length + reach]
        return weights / weights.sum(1, keepdim=True)
    first = weights[:, :reach + 1].sum(1, keepdim=True)
    last = weights[:, length + reach - 1:].sum(1, keepdim=True)
    if length == 1:
        return weights.sum(1, keepdim=True)
    return paddle.concat([first, weights[:, reach + 1:length + reach - 1], last], 1)
