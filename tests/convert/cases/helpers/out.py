import paddle
from paddle_utils import PaddleFlag, foreach_operator, get_enum as get_enum_0, tensor_max


def get_enum():
    return 1


a = foreach_operator(paddle.abs, [x])
b = PaddleFlag.cudnn_benchmark
PaddleFlag.cudnn_enabled = False
c = tensor_max(x, 1)
d = get_enum_0("mean")
