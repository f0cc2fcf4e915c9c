import torch
from torch import nn


@torch.jit.unused
@torch.nothing_like_it("a", b='c')
def f(x: torch.nothing_like_it, y=torch.nothing_like_it) -> "torch.nothing_like_it":
    return isinstance(x, (int, torch.nothing_like_it)), torch.nothing_like_it(x)


@torch.jit.unused  # a comment
class A(torch.nothing_like_it, nn.Module):
    z: Optional[torch.nothing_like_it] = None

    @property
    @torch.jit.unused
    def g(self, *, scale: 'torch.Tensor' = torch.nothing_like_it(2)): pass


g = torch.compile(f)
h = torch.compile(dynamic=True)(f)
run = torch.nothing_like_it(3)

torch._C._log_api_usage_once("name")
nothing = torch._C._log_api_usage_once("name")
torch.nothing_like_it.inner.__name__ = "a"
