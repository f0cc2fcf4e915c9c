import paddle
from .paddle_utils import module_extensions

import net_pytorch.sizes


class Net(paddle.nn.Module):
    sizes = net_pytorch.sizes.SIZES
