import paddle
from paddle_utils import _Tensor_max

print(paddle.compat.max(paddle.ones(2))._max(0))
