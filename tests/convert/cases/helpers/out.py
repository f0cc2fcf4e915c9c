import paddle
from paddle_utils import PaddleFlag, _Tensor_max, foreach_operator


def get_enum():
    return 1


a = foreach_operator(paddle.abs, [x])
b = PaddleFlag.cudnn_benchmark
PaddleFlag.cudnn_enabled = False
c = x._max(1)
# >>>>>> torch.nn.functional._Reduction.get_enum: it needs the helper `get_enum`, and the file has something else of that name
d = torch.nn.functional._Reduction.get_enum("mean")
