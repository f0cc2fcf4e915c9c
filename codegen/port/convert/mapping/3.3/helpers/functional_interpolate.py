def functional_interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
    antialias=False,
):
    """Resizes the last dimensions."""
    dims = input.ndim - 2
    if size is None:
        scales = list(scale_factor) if isinstance(scale_factor, (tuple, list)) else [scale_factor] * dims
        lengths = [int(length * float(scale)) for length, scale in zip(input.shape[2:], scales)]
    else:
        lengths = [int(length) for length in size] if isinstance(size, (tuple, list)) else [int(size)] * dims
        scales = [count / length for count, length in zip(lengths, input.shape[2:])]
    if mode == "nearest-exact" or (mode == "nearest" and dims == 1):
        shift = 0.5 if mode == "nearest-exact" else 0.0
        for axis, (count, scale) in enumerate(zip(lengths, scales), 2):
            scale = count / input.shape[axis] if recompute_scale_factor else scale
            index = ((paddle.arange(count, dtype="float32") + shift) / scale).floor().astype("int64")
            input = paddle.index_select(input, index.clip(max=input.shape[axis] - 1), axis)
        return input
    if size is None and not recompute_scale_factor and mode != "area":
        return paddle.nn.functional.interpolate(
            input, scale_factor=scales, mode=mode, align_corners=bool(align_corners), antialias=antialias
        )
    return paddle.nn.functional.interpolate(
        input, lengths, mode=mode, align_corners=bool(align_corners), antialias=antialias
    )
