"""Activations, with their attributes."""
import paddle.nn.functional as F


def calls():
    for name in ["celu", "elu", "gelu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "log_sigmoid", "mish",
                 "relu", "relu6", "selu", "sigmoid", "silu", "softplus", "softshrink", "softsign", "swish", "tanhshrink", "thresholded_relu"]:
        yield name, lambda name=name: differentiated(getattr(F, name), tensor(3, 4))
    yield "maxout", lambda: differentiated(lambda x: F.maxout(x, 2), tensor(2, 4, 2, 2))
    yield "prelu", lambda: differentiated(F.prelu, tensor(2, 3), tensor(1))
