import functools
import paddle


# >>>>>> torch.M: there is no rule for it
class A(paddle.nn.Module, metaclass=torch.M):
    """torch.abs in a docstring"""

    weight: paddle.Tensor = None

    def f(self, x: "Tensor", *, dtype=paddle.float32) -> paddle.Tensor:
        return isinstance(x, paddle.Tensor), x.to(paddle.float32), [paddle.relu, {"k": paddle.relu}], paddle.relu


my = paddle.relu
r = paddle.relu(x)
p = functools.partial(paddle.abs, x)
getattr(torch, "abs")(x)
hasattr(paddle, "abs")
s = "torch.abs(x)"
paddle.nn.Module.extra = s
