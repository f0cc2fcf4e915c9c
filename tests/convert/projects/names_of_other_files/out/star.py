import paddle
from paddle_utils_1 import TorchGELU, TorchReLU
from layers import *
from layers import F, blocks, nothing_like_it
import layers as L
import pkg.sub.inner


def run(x):
    # >>>>>> torch.nothing_like_it: there is no rule for it
    return paddle.nn.Tanh()(scaled(paddle.nn.functional.relu(x=x))), TorchReLU(), TorchGELU(), pkg.sub.inner.optional(x), torch.nothing_like_it(x)
