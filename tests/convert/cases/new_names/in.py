import torch

tmp_u = out_0 = 1
u = torch.svd(tmp_u)
v = torch.svd(x), torch.svd(y)
w = torch.normal(0., 1., (2, 3), requires_grad=True)
