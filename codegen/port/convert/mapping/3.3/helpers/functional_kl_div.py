def functional_kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """The divergence of distributions, whose input is in log space."""
    if log_target:
        loss = paddle.exp(target) * (target - input)
    else:
        positive = target > 0
        safe = paddle.where(positive, target, paddle.ones_like(target))
        loss = paddle.where(positive, target * paddle.log(safe), paddle.zeros_like(target)) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0]
    return reduced(loss, reduction_of(size_average, reduce, reduction))
