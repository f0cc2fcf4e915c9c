import paddle
from paddle_utils import singular_values

tmp_u = out_0 = 1
u = singular_values(tmp_u, True)
v = singular_values(x, True), singular_values(y, True)
w = paddle.normal(0., 1., (2, 3), requires_grad=True)
