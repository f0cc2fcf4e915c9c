def init_kaiming_normal(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Draws the items from a normal distribution, so that the variance is preserved in one direction."""
    if 0 in tensor.shape:
        return tensor
    return init_normal(tensor, 0.0, init_deviation(tensor, a, mode, nonlinearity))
