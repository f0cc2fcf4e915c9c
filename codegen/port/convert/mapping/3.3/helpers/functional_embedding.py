def functional_embedding(
    input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
):
    """Rows of a table. The row at `padding_idx` is used as it is, but gets no gradient."""
    if max_norm is not None:
        _limit_rows(input, weight, max_norm, norm_type)
    output = paddle.nn.functional.embedding(input, weight)
    if scale_grad_by_freq:
        counts = paddle.bincount(input.flatten(), minlength=weight.shape[0])
        share = 1 / paddle.gather(counts, input.flatten()).astype(output.dtype).reshape([*input.shape, 1])
        output = output.detach() + (output - output.detach()) * share
    if padding_idx is not None:
        padding_idx = padding_idx if padding_idx >= 0 else weight.shape[0] + padding_idx
        output = paddle.where((input == padding_idx).unsqueeze(-1), output.detach(), output)
    return output


@paddle.no_grad()
def _limit_rows(input, weight, max_norm, norm_type):
    """Scales longer rows down to a maximal length, in place. Only rows that are used change."""
    rows = paddle.unique(input.flatten())
    values = paddle.index_select(weight, rows)
    lengths = paddle.linalg.vector_norm(values, norm_type, axis=1, keepdim=True)
    values = paddle.where(lengths > max_norm, values * (max_norm / (lengths + 1e-7)), values)
    paddle.assign(paddle.scatter(weight, rows, values), weight)
