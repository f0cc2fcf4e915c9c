import paddle
from .paddle_utils import TorchLinear, module_extensions


class Net(paddle.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = TorchLinear(2, 2)
