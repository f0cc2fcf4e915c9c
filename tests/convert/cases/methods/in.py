import numpy as np
import torch
from other import helper

a = x.addmv(y, z)
b = self.w.addmv(y, z)
c = self.addmv(y, z)
d = x.y.addmv(y, z)
e = x.T.addmv(y, z), x.weight.addmv(y, z)
f = np.array(1).addmv(y, z), helper(x).addmv(y, z), "s".addmv(y, z)
g = (x + y).addmv(y, z), x[0].addmv(y, z), -x.real
x.real = 1
h = x.is_quantized
optimizer.zero_grad(set_to_none=True)
i = torch.Tensor.addmv
