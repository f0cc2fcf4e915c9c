import math


def init_uniform_by_fan_in(fan_in, *parameters):
    """Draws parameters from the initial range of PyTorch's layers."""
    bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
    for parameter in parameters:
        if parameter is not None:
            paddle.nn.initializer.Uniform(-bound, bound)(parameter)
