import numpy as np
import paddle
from other import helper

a = paddle.add(1 * x, 1 * paddle.mm(y, z))
b = paddle.add(1 * self.w, 1 * paddle.mm(y, z))
c = self.addmv(y, z)
d = x.y.addmv(y, z)
e = paddle.add(1 * x.T, 1 * paddle.mm(y, z)), paddle.add(1 * x.weight, 1 * paddle.mm(y, z))
f = np.array(1).addmv(y, z), helper(x).addmv(y, z), "s".addmv(y, z)
g = paddle.add(1 * (x + y), 1 * paddle.mm(y, z)), paddle.add(1 * x[0], 1 * paddle.mm(y, z)), -x.real()
# >>>>>> *.real: the target has a method here, which cannot be assigned to
x.real = 1
# >>>>>> *.is_quantized: the target has nothing like it
h = x.is_quantized
optimizer.zero_grad(set_to_none=True)
i = paddle.mm
