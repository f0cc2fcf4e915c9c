import math


def functional_gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """The negative log-likelihood of a normal distribution; the variance gets a gradient."""
    if not isinstance(var, paddle.Tensor):
        var = paddle.full_like(input, var)
    if var.ndim == input.ndim - 1:
        var = var.unsqueeze(-1)
    if bool((var < 0).any()):
        raise ValueError("var has negative items")
    var = var + (var.clip(min=eps) - var).detach()
    loss = 0.5 * (paddle.log(var) + (input - target) ** 2 / var)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)
