import paddle
from ..paddle_utils import TorchLinear, module_extensions, unconverted
from .. import nn
from ..base import SiLU


class Model(paddle.nn.Module):
    def forward(self, x):
        # >>>>>> torch.nothing_like_it: there is no rule for it
        return SiLU()(x), torch.nothing_like_it(x)


# >>>>>> torch.nothing_like_it: there is no rule for it
@unconverted("torch.nothing_like_it").decorate
def optional(x):
    return TorchLinear(2, 3)(x)
