import paddle
from .paddle_utils import tensor_min
from pkg import helper


def f(x):
    # >>>>>> timm.create_model: there is no rule for it
    return tensor_min(x, 0), timm.create_model("x"), helper.g(x)
