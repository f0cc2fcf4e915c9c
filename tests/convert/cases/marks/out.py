import paddle
from paddle_utils import unconverted

# >>>>>> torch.nope: there is no rule for it
if x: torch.nope(x)
# >>>>>> torch.nope: there is no rule for it
text = """
""" ; torch.nope(x)
# >>>>>> torch.nope: there is no rule for it
# >>>>>> torch.nope2: there is no rule for it
y = {
    "a": torch.nope(x),
    "b": torch.nope(y), "c": \
        torch.nope2(z),
}
# >>>>>> torch.nope: there is no rule for it
x = 1 + \
    torch.nope(x)


# >>>>>> torch.nope: there is no rule for it
@unconverted("torch.nope").decorate
def f():  # torch.nope in a comment
    # >>>>>> *.rename: the target's tensors have no names for dimensions
    x.rename(None)
