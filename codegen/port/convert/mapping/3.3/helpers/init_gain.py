import math


def init_gain(nonlinearity, param=None):
    """The factor by which the deviation must grow to compensate for an activation."""
    gains = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope * slope))
    linear = ["linear", "sigmoid"] + [f"conv{kind}{n}d" for kind in ("", "_transpose") for n in (1, 2, 3)]
    if nonlinearity not in gains and nonlinearity not in linear:
        raise ValueError(f"unsupported nonlinearity {nonlinearity}")
    return gains.get(nonlinearity, 1)
