import paddle
from paddle_utils import extend_operators, in_place_methods, singular_values

while singular_values(x, True):
    pass
if x:
    pass
elif singular_values(x, True):
    pass
a = lambda t: singular_values(t, True)
b = [singular_values(i, True) for i in x]
c = x and singular_values(x, True)
d = singular_values(x, True) if x else singular_values(y, True)
assert x, singular_values(x, True)
with open(x) as f, singular_values(f, True) as g:
    pass
e = h(x := x + 1, singular_values(x, True))
k = h(x.pop(), singular_values(x, True))
l = h(x.add_(1), singular_values(x, True))


class A:
    u = singular_values(x, True)


match x:
    case 1 if singular_values(x, True):
        pass
try:
    pass
except singular_values(x, True):
    pass
