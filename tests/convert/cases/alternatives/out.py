from typing import TYPE_CHECKING

import paddle
from paddle_utils import TorchLinear, TorchReLU, TorchSiLU, augmented, extend_operators, init_zeros as init_zeros_0, module_extensions, parametrize_weight_norm, unconverted
from other import is_new

if TYPE_CHECKING:
    # >>>>>> torch.utils.tensorboard.SummaryWriter: there is no rule for it, and its name is needed elsewhere
    SummaryWriter = unconverted("torch.utils.tensorboard.SummaryWriter")
    ReLU = TorchReLU
else:
    SummaryWriter, _ = optional_import("a", "SummaryWriter")
    ReLU = optional("ReLU")
if is_new():
    # >>>>>> torch.nn.functional.is_new: there is no rule for it, and its name is needed elsewhere
    is_new = unconverted("torch.nn.functional.is_new")
try:
    pass
except ImportError:
    pass
try:
    pass
except ImportError:
    SiLU = None
writer = SummaryWriter(), ReLU(), parametrize_weight_norm(x), TorchSiLU()


class Module(paddle.nn.Module):
    first = paddle.device.Device("cpu")

    def __init__(self):
        paddle.nn.Module.__init__(self)

    @property
    def device(self) -> paddle.device.Device:
        return paddle.device.Device("cpu")

    second = device


if not False:
    # >>>>>> torch.nope: there is no rule for it
    paddle.my_flag = torch.nope
paddle.other_flag = True
print(paddle.my_flag, paddle.other_flag)


def init(init_zeros, unconverted=None):
    if init_zeros:
        init_zeros_0(x)
    augmented.add_item(x, 0, TorchLinear.forward(layer, x))
    return 3 in x, "a" in ["a"]
