import math


def init_xavier_normal(tensor, gain=1.0, generator=None):
    """Draws the items from a normal distribution, so that the variance is preserved in both directions."""
    return init_normal(tensor, 0.0, gain * math.sqrt(2.0 / sum(init_fans(tensor))))
