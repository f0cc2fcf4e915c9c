import paddle
from paddle_utils import extend_operators, singular_values

u = singular_values(x, True)
if x: u = singular_values(x, True); v = singular_values(y, True)
r = singular_values(x, True) == singular_values(x, True)
s = singular_values(x, True), singular_values(y, True)
t = singular_values(singular_values(x, True)[0], True)
for i in singular_values(x, True):
    pass
w = [i for i in singular_values(x, True)]


@paddle.no_grad()
def f(a=singular_values(x, True)):
    return a
