import paddle
from .paddle_utils import _Tensor_min
from pkg import helper


def f(x):
    # >>>>>> timm.create_model: there is no rule for it
    return x._min(0), timm.create_model("x"), helper.g(x)
