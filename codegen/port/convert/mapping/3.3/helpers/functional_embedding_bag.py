def functional_embedding_bag(
    input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False,
    per_sample_weights=None, include_last_offset=False, padding_idx=None,
):
    """Sums, means or maxima of the rows of each bag."""
    if input.ndim == 2:
        bags = [(row, None if per_sample_weights is None else per_sample_weights[i]) for i, row in enumerate(input)]
    else:
        bounds = [int(bound) for bound in offsets] + ([] if include_last_offset else [input.shape[0]])
        spans = [slice(first, last) for first, last in zip(bounds, bounds[1:])]
        bags = [(input[s], None if per_sample_weights is None else per_sample_weights[s]) for s in spans]
    results = []
    for row, scale in bags:
        if padding_idx is not None:
            kept = row != padding_idx
            row, scale = row[kept], None if scale is None else scale[kept]
        if row.shape[0] == 0:
            results.append(paddle.zeros([weight.shape[1]], weight.dtype))
            continue
        rows = functional_embedding(row, weight, None, max_norm, norm_type, scale_grad_by_freq)
        rows = rows if scale is None else rows * scale.unsqueeze(-1)
        results.append(rows.sum(0) if mode == "sum" else rows.mean(0) if mode == "mean" else rows.max(0))
    return paddle.stack(results)
