import paddle
from paddle_utils import normal_values, singular_values

tmp_u = out_0 = 1
u = singular_values(tmp_u, True)
v = singular_values(x, True), singular_values(y, True)
w = normal_values(0., 1., (2, 3), requires_grad=True)
