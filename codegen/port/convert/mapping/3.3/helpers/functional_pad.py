def functional_pad(input, pad, mode="constant", value=None):
    """Pads the last dimensions. As in PyTorch, negative numbers crop."""
    pad = [int(size) for size in pad]
    pairs = [pad[i:i + 2] for i in range(0, len(pad), 2)]
    axes = [input.ndim - 1 - i for i in range(len(pairs))]
    for axis, (before, after) in zip(axes, pairs):
        if before < 0 or after < 0:
            length = input.shape[axis]
            input = paddle.slice(input, [axis], [max(-before, 0)], [length - max(-after, 0)])
    pairs = [[max(before, 0), max(after, 0)] for before, after in pairs]
    if not any(size for pair in pairs for size in pair):
        return input
    if mode == "constant":
        return _padded_by(input, axes, pairs, 0 if value is None else value)
    for axis, (before, after) in zip(axes, pairs):
        if mode == "circular":
            index = paddle.arange(-before, input.shape[axis] + after) % input.shape[axis]
            input = paddle.index_select(input, index, axis)
            continue
        input = _padded_by_itself(input, axis, before, after, mode)
    return input


def _padded_by(input, axes, pairs, value):
    """Pads with one value."""
    for axis, pair in zip(axes, pairs):
        shape = list(input.shape)
        pieces = []
        for size in pair:
            shape[axis] = size
            pieces.append(paddle.full(shape, value, input.dtype))
        input = paddle.concat([piece for piece in (pieces[0], input, pieces[1]) if piece.shape[axis]], axis)
    return input


def _padded_by_itself(input, axis, before, after, mode):
    """Pads with the mirror image of the input, or with its last item."""
    last = input.shape[axis] - 1
    index = paddle.arange(-before, last + 1 + after)
    if mode == "reflect":
        if max(before, after) > last:
            raise RuntimeError("the padding must be smaller than the input")
        index = last - (last - index.abs()).abs()
    elif mode == "replicate":
        index = index.clip(0, last)
    else:
        raise NotImplementedError(f"there is no padding mode '{mode}'")
    return paddle.index_select(input, index, axis)
