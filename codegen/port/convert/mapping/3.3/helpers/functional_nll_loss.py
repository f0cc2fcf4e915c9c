def functional_nll_loss(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"
):
    """The negative log-likelihood of classes, which are in the second dimension."""
    reduction = reduction_of(size_average, reduce, reduction)
    axis = 1 if input.ndim > 1 else 0
    target = target.astype("int64")
    valid = target != ignore_index
    classes = paddle.where(valid, target, paddle.zeros_like(target))
    picked = paddle.take_along_axis(input, classes.unsqueeze(axis), axis, broadcast=False).squeeze(axis)
    scale = valid.astype(input.dtype)
    if weight is not None:
        scale = scale * paddle.gather(weight, classes.flatten()).reshape(classes.shape)
    loss = -picked * scale
    return loss.sum() / scale.sum() if reduction == "mean" else reduced(loss, reduction)
