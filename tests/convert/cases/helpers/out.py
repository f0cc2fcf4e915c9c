import paddle
from paddle_utils import PaddleFlag, foreach_operator, tensor_max


def get_enum():
    return 1


a = foreach_operator(paddle.abs, [x])
b = PaddleFlag.cudnn_benchmark
PaddleFlag.cudnn_enabled = False
c = tensor_max(x, 1)
# >>>>>> torch.nn.functional._Reduction.get_enum: it needs the helper `get_enum`, but the file defines another `get_enum`
d = torch.nn.functional._Reduction.get_enum("mean")
