"""Functions of one tensor."""
import paddle


def calls():
    small = ["abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "exp", "expm1", "floor", "round", "sign", "sin", "sinh", "square", "tan", "tanh"]
    for name in small:
        yield name, lambda name=name: differentiated(getattr(paddle, name), tensor(2, 3))
    for name in ["digamma", "lgamma", "log", "log10", "log1p", "log2", "reciprocal", "rsqrt", "sqrt"]:
        yield name, lambda name=name: differentiated(getattr(paddle, name), tensor(2, 3, low=0.5))
