import paddle
from paddle_utils import TorchConv1d

print(TorchConv1d(1, 1, 1))
