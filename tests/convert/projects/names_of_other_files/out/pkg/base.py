import paddle
nn = paddle.nn
try:
    SiLU = paddle.nn.Silu
except ImportError:
    from .sub.inner import SiLU
