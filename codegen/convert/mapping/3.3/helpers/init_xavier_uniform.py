import math


def init_xavier_uniform(tensor, gain=1.0, generator=None):
    """Draws the items evenly, so that the variance stays the same in both directions."""
    bound = gain * math.sqrt(6.0 / sum(init_fans(tensor)))
    return init_uniform(tensor, -bound, bound)
