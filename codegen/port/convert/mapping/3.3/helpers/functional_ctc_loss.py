def functional_ctc_loss(
    log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False
):
    """The loss of sequences that are aligned with labels."""
    is_batch = log_probs.ndim == 3
    if not is_batch:
        log_probs, targets = log_probs.unsqueeze(1), targets.unsqueeze(0)
    lengths = [
        value.reshape([-1]) if isinstance(value, paddle.Tensor) else paddle.to_tensor(value).reshape([-1])
        for value in (input_lengths, target_lengths)
    ]
    lengths = [value.astype("int64") for value in lengths]
    if targets.ndim == 1:
        sizes = lengths[1].tolist()
        rows = [row.tolist() for row in paddle.split(targets, sizes)]
        targets = paddle.to_tensor([row + [0] * (max(sizes) - len(row)) for row in rows])
    loss = paddle.nn.functional.ctc_loss(
        log_probs, targets.astype("int32"), lengths[0], lengths[1], blank, reduction="none"
    ).reshape([-1])
    if zero_infinity:
        loss = paddle.where(paddle.isinf(loss), paddle.zeros_like(loss), loss)
    if reduction == "mean":
        return (loss / lengths[1].clip(min=1).astype(loss.dtype)).mean()
    return reduced(loss if is_batch or reduction == "sum" else loss.squeeze(0), reduction)
