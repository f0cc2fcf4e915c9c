import paddle
from paddle_utils import TorchConv2d, TorchReLU, TorchSoftmax

layer = TorchReLU()
conv = TorchConv2d(1, 2, 3)
last = TorchSoftmax(1)
# >>>>>> torch.nn.modules.conv.NothingLikeIt: there is no rule for it
missing = torch.nn.modules.conv.NothingLikeIt()
