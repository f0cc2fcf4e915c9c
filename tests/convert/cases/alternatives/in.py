from typing import TYPE_CHECKING

import torch
from torch import device
from other import is_new

if TYPE_CHECKING:
    from torch.utils.tensorboard import SummaryWriter
    from torch.nn import ReLU
else:
    SummaryWriter, _ = optional_import("a", "SummaryWriter")
    ReLU = optional("ReLU")
if is_new():
    from torch.nn.functional import is_new
try:
    from torch.nn.utils.parametrizations import weight_norm
except ImportError:
    from torch.nn.utils import weight_norm
try:
    from torch.nn import SiLU
except ImportError:
    SiLU = None
writer = SummaryWriter(), ReLU(), weight_norm(x), SiLU()


class Module(torch.nn.Module):
    first = device("cpu")

    def __init__(self):
        torch.nn.Module.__init__(self)

    @property
    def device(self) -> device:
        return device("cpu")

    second = device


if not hasattr(torch, "my_flag"):
    torch.my_flag = torch.nope
torch.other_flag = True
print(torch.my_flag, torch.other_flag)


def init(init_zeros, unconverted=None):
    if init_zeros:
        torch.nn.init.zeros_(x)
    x[0] += torch.nn.Linear.forward(layer, x)
    return 3 in x, "a" in ["a"]
