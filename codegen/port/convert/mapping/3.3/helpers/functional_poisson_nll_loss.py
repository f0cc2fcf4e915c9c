import math


def functional_poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
    """The negative log-likelihood of a Poisson distribution."""
    reduction = reduction_of(size_average, reduce, reduction)
    loss = paddle.exp(input) - target * input if log_input else input - target * paddle.log(input + eps)
    if full:
        stirling = target * paddle.log(target) - target + 0.5 * paddle.log(2 * math.pi * target)
        loss = loss + paddle.where(target > 1, stirling, paddle.zeros_like(stirling))
    return reduced(loss, reduction)
