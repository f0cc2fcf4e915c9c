import math


def init_trunc_normal(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Draws the items from a normal distribution, but only between `a` and `b`."""
    low, high = (math.erf((bound - mean) / (std * math.sqrt(2))) for bound in (a, b))
    value = paddle.erfinv(paddle.uniform(tensor.shape, "float64", low, high)) * (std * math.sqrt(2)) + mean
    return init_with(tensor, value.clip(a, b))
