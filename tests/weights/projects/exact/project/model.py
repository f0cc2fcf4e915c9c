"""A model in PyTorch whose conversion keeps PyTorch's layout."""

import paddle
from paddle_utils import TorchBatchNorm1d, TorchLinear, module_extensions


class Net(paddle.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = TorchLinear(2, 3)
        self.norm = TorchBatchNorm1d(3)
        self.blocks = paddle.nn.ModuleList([TorchLinear(3, 3) for _ in range(2)])


def model():
    return Net()
