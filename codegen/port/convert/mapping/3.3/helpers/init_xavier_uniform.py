import math


def init_xavier_uniform(tensor, gain=1.0, generator=None):
    """Draws the items from a uniform distribution, so that the variance is preserved in both directions."""
    bound = gain * math.sqrt(6.0 / sum(init_fans(tensor)))
    return init_uniform(tensor, -bound, bound)
