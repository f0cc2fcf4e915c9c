import paddle
from paddle_utils import tensor_max

print(tensor_max(tensor_max(paddle.ones(2)), 0))
