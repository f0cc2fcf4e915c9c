def pad_packed_sequences(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded batch of packed sequences, and their lengths."""
    sizes = sequence.batch_sizes.tolist()
    steps = paddle.split(sequence.data, sizes)
    shape = sequence.data.shape[1:]
    fill = lambda count: paddle.full([count, *shape], padding_value, dtype=sequence.data.dtype)  # noqa: E731
    steps = [paddle.concat([step, fill(sizes[0] - size)]) if size < sizes[0] else step for step, size in zip(steps, sizes)]
    steps += [fill(sizes[0])] * ((total_length or 0) - len(sizes))
    padded = paddle.stack(steps, 1)
    lengths = paddle.to_tensor([sum(size > row for size in sizes) for row in range(sizes[0])])
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(sequence.unsorted_indices, 0)
        lengths = lengths.index_select(sequence.unsorted_indices, 0)
    return (padded if batch_first else padded.transpose([1, 0, *range(2, padded.ndim)])), lengths
