import paddle
from .paddle_utils import TorchSiLU, unconverted
nn = paddle.nn
try:
    SiLU = TorchSiLU
except ImportError:
    from .sub.inner import SiLU
# >>>>>> torch.nn.nothing_like_it.inner.__name__: there is no rule for it
unconverted("torch.nn.nothing_like_it.inner").__name__ = "Inner"
