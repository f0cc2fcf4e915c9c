import numpy as np
import paddle
from paddle_utils import extend_array_functions, extend_linalg, extend_operators, module_extensions, real_part
from other import helper

a = x.addmv(y, z)
b = self.w.addmv(y, z)
c = self.addmv(y, z)
d = x.y.addmv(y, z)
e = x.T.addmv(y, z), x.weight.addmv(y, z)
f = np.array(1).addmv(y, z), helper(x).addmv(y, z), "s".addmv(y, z)
g = (x + y).addmv(y, z), x[0].addmv(y, z), -real_part(x)
# >>>>>> *.real: its counterpart is a function, which cannot be assigned to
x.real = 1
# >>>>>> *.is_quantized: the target has no counterpart
h = x.is_quantized
optimizer.zero_grad(set_to_none=True)
# >>>>>> torch.Tensor.addmv: its rule converts calls only
i = torch.Tensor.addmv
