import math


def init_kaiming_uniform(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Draws the items from a uniform distribution, so that the variance is preserved in one direction."""
    if 0 in tensor.shape:
        return tensor
    bound = math.sqrt(3.0) * init_deviation(tensor, a, mode, nonlinearity)
    return init_uniform(tensor, -bound, bound)
