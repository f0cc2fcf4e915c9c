import paddle
from paddle_utils import module_extensions, unconverted


# >>>>>> torch.nothing_like_it: there is no rule for it
@unconverted("torch.nothing_like_it(\"a\", b='c')").decorate
# >>>>>> torch.nothing_like_it: there is no rule for it
def f(x: "torch.nothing_like_it", y=unconverted("torch.nothing_like_it")) -> "torch.nothing_like_it":
    # >>>>>> torch.nothing_like_it: there is no rule for it
    return isinstance(x, (int, unconverted("torch.nothing_like_it"))), torch.nothing_like_it(x)


# a comment
# >>>>>> torch.nothing_like_it: there is no rule for it
class A(unconverted("torch.nothing_like_it"), paddle.nn.Module):
    # >>>>>> torch.nothing_like_it: there is no rule for it
    z: "Optional[torch.nothing_like_it]" = None

    @property
    # >>>>>> torch.nothing_like_it: there is no rule for it
    def g(self, *, scale: 'torch.Tensor' = unconverted("torch.nothing_like_it(2)")): pass


g = f
h = (lambda it: it)(f)
# >>>>>> torch.nothing_like_it: there is no rule for it
run = torch.nothing_like_it(3)

pass
nothing = None
# >>>>>> torch.nothing_like_it.inner.__name__: there is no rule for it
torch.nothing_like_it.inner.__name__ = "a"
