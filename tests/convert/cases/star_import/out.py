import paddle
from paddle_utils import TorchLinear


def use(x):
    return TorchLinear(2, 3)(x), abs_of(x), paddle.randn(2)


def abs_of(x):
    return x
