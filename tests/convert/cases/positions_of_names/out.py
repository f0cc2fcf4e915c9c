import functools
import paddle
from paddle_utils import module_extensions, unconverted


# >>>>>> torch.M: there is no rule for it
class A(paddle.nn.Module, metaclass=unconverted("torch.M")):
    """torch.abs in a docstring"""

    weight: paddle.Tensor = None

    def f(self, x: "Tensor", *, dtype=paddle.float32) -> paddle.Tensor:
        return isinstance(x, paddle.Tensor), x.to(paddle.float32), [paddle.nn.functional.relu, {"k": paddle.nn.functional.relu}], paddle.nn.functional.relu


my = paddle.nn.functional.relu
r = paddle.nn.functional.relu(x)
p = functools.partial(paddle.abs, x)
paddle.abs(x)
hasattr(paddle, "abs")
s = "torch.abs(x)"
paddle.nn.Module.extra = s
