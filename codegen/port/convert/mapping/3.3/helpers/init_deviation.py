import math


def init_deviation(tensor, a, mode, nonlinearity):
    """The standard deviation that preserves the variance in the forward or backward pass."""
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode {mode} is not supported")
    return init_gain(nonlinearity, a) / math.sqrt(init_fans(tensor)[mode == "fan_out"])
