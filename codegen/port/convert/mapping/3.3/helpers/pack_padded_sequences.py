def pack_padded_sequences(input, lengths, batch_first=False, enforce_sorted=True):
    """Packs a padded batch, so that nothing is computed for the padding."""
    lengths = [int(length) for length in lengths]
    order = None
    rows = input if batch_first else input.transpose([1, 0, *range(2, input.ndim)])
    if not enforce_sorted:
        order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
        lengths = [lengths[i] for i in order]
        rows = rows.index_select(paddle.to_tensor(order), 0)
    elif any(a < b for a, b in zip(lengths, lengths[1:])):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True")
    sizes = [sum(length > step for length in lengths) for step in range(lengths[0])]
    data = paddle.concat([rows[:size, step] for step, size in enumerate(sizes)])
    back = None if order is None else sorted(range(len(order)), key=order.__getitem__)
    indices = [None if values is None else paddle.to_tensor(values) for values in (order, back)]
    return PackedSequences(data, paddle.to_tensor(sizes, place=paddle.CPUPlace()), *indices)
