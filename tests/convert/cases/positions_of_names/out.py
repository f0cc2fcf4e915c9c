import functools
import paddle
from paddle_utils import unconverted


# >>>>>> torch.M: there is no rule for it
class A(paddle.nn.Module, metaclass=unconverted("torch.M")):
    """torch.abs in a docstring"""

    weight: paddle.Tensor = None

    def f(self, x: "Tensor", *, dtype=paddle.float32) -> paddle.Tensor:
        # >>>>>> torch.relu: `paddle.relu` is not in the release 3.3
        return isinstance(x, paddle.Tensor), x.to(paddle.float32), [torch.relu, {"k": torch.relu}], torch.relu


# >>>>>> torch.relu: `paddle.relu` is not in the release 3.3
my = torch.relu
# >>>>>> torch.relu: `paddle.relu` is not in the release 3.3
r = torch.relu(x)
p = functools.partial(paddle.abs, x)
paddle.abs(x)
hasattr(paddle, "abs")
s = "torch.abs(x)"
paddle.nn.Module.extra = s
