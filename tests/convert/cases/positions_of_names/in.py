import functools
import torch
from torch import Tensor, float32, relu


class A(torch.nn.Module, metaclass=torch.M):
    """torch.abs in a docstring"""

    weight: Tensor = None

    def f(self, x: "Tensor", *, dtype=float32) -> Tensor:
        return isinstance(x, Tensor), x.to(float32), [relu, {"k": relu}], relu


my = relu
r = my(x)
p = functools.partial(torch.abs, x)
getattr(torch, "abs")(x)
hasattr(torch, "abs")
s = "torch.abs(x)"
torch.nn.Module.extra = s
