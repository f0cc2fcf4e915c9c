import math


def init_deviation(tensor, a, mode, nonlinearity):
    """The deviation that keeps the variance the same forwards or backwards."""
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode {mode} is not supported")
    return init_gain(nonlinearity, a) / math.sqrt(init_fans(tensor)[mode == "fan_out"])
