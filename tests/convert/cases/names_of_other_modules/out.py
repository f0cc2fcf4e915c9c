import paddle
from paddle_utils import TorchConv2d, layer_extensions

layer = paddle.nn.ReLU()
conv = TorchConv2d(1, 2, 3)
last = paddle.compat.nn.Softmax(1)
# >>>>>> torch.nn.modules.conv.NothingLikeIt: there is no rule for it
missing = torch.nn.modules.conv.NothingLikeIt()
