import torch

if x: torch.nope(x)
text = """
""" ; torch.nope(x)
y = {
    "a": torch.nope(x),
    "b": torch.nope(y), "c": \
        torch.nope2(z),
}
x = 1 + \
    torch.nope(x)


@torch.nope
def f():  # torch.nope in a comment
    x.rename(None)
