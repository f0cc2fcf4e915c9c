import torch

while torch.svd(x):
    pass
if x:
    pass
elif torch.svd(x):
    pass
a = lambda t: torch.svd(t)
b = [torch.svd(i) for i in x]
c = x and torch.svd(x)
d = torch.svd(x) if x else torch.svd(y)
assert x, torch.svd(x)
with open(x) as f, torch.svd(f) as g:
    pass
e = h(x := x + 1, torch.svd(x))
k = h(x.pop(), torch.svd(x))
l = h(x.add_(1), torch.svd(x))


class A:
    u = torch.svd(x)


match x:
    case 1 if torch.svd(x):
        pass
try:
    pass
except torch.svd(x):
    pass
