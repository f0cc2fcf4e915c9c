import paddle
from paddle_utils import in_place, in_place_methods

# >>>>>> torch.svd: it needs a statement of its own, but the condition of `while` is computed each time
while torch.svd(x):
    pass
if x:
    pass
# >>>>>> torch.svd: it needs a statement of its own, but the condition of `elif` is only computed if the conditions before it do not hold
elif torch.svd(x):
    pass
# >>>>>> torch.svd: it needs a statement of its own, but a lambda computes it each time it is called
a = lambda t: torch.svd(t)
# >>>>>> torch.svd: it needs a statement of its own, but a comprehension computes it for each element
b = [torch.svd(i) for i in x]
# >>>>>> torch.svd: it needs a statement of its own, but it is not always computed here
c = x and torch.svd(x)
# >>>>>> torch.svd: it needs a statement of its own, but it is not always computed here
d = torch.svd(x) if x else torch.svd(y)
# >>>>>> torch.svd: it needs a statement of its own, but it is not always computed here
assert x, torch.svd(x)
# >>>>>> torch.svd: it needs a statement of its own, but the statement enters another context before
with open(x) as f, torch.svd(f) as g:
    pass
# >>>>>> torch.svd: it needs a statement of its own, but what this one computes before may change its arguments
e = h(x := x + 1, torch.svd(x))
# >>>>>> torch.svd: it needs a statement of its own, but what this one computes before may change its arguments
k = h(x.pop(), torch.svd(x))
# >>>>>> torch.svd: it needs a statement of its own, but what this one computes before may change its arguments
l = h(x.add_(1), torch.svd(x))


class A:
    # >>>>>> torch.svd: it needs a statement of its own, but a statement in the body of a class would give the class an attribute
    u = torch.svd(x)


match x:
    # >>>>>> torch.svd: it needs a statement of its own, but it is only computed if the cases before it do not match
    case 1 if torch.svd(x):
        pass
try:
    pass
# >>>>>> torch.svd: it needs a statement of its own, but it is only computed after an exception
except torch.svd(x):
    pass
