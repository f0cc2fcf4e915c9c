import paddle
nn = paddle.nn
try:
    SiLU = paddle.nn.SiLU
except ImportError:
    from .sub.inner import SiLU
