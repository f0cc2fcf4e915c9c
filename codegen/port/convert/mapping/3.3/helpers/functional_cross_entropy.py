def functional_cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
    label_smoothing=0.0,
):
    """Cross entropy with classes, or with their probabilities; the classes are in the second dimension."""
    reduction = reduction_of(size_average, reduce, reduction)
    axis = 1 if input.ndim > 1 else 0
    logs = functional_log_softmax(input, axis)
    count = input.shape[axis]
    shape = [1] * axis + [-1] + [1] * (input.ndim - axis - 1)
    weighted = logs if weight is None else logs * weight.reshape(shape)
    if target.is_floating_point():
        target = target * (1 - label_smoothing) + label_smoothing / count
        loss = -(weighted * target).sum(axis)
        return loss.sum() / (input.size // count) if reduction == "mean" else reduced(loss, reduction)
    if label_smoothing == 0.0:
        return functional_nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    exact = functional_nll_loss(logs, target, weight, ignore_index=ignore_index, reduction="none")
    valid = target != ignore_index
    even = -weighted.sum(axis) * valid.astype(input.dtype)
    loss = exact * (1 - label_smoothing) + even * (label_smoothing / count)
    if reduction != "mean":
        return reduced(loss, reduction)
    if weight is None:
        return loss.sum() / valid.astype(input.dtype).sum()
    classes = paddle.where(valid, target, paddle.zeros_like(target)).flatten()
    return loss.sum() / (paddle.gather(weight, classes) * valid.flatten().astype(input.dtype)).sum()
