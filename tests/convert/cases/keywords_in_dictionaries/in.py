import torch
import torch.nn.functional as F

a = F.conv2d(x, w, **settings)
b = F.conv2d(input=x, weight=w, bias=None, **self.settings["a"])
c = F.conv2d(**settings)
d = torch.autograd.grad(y, x, **settings)
e = torch.autograd.grad(y, x, only_inputs=True, **{"create_graph": True}, **settings)
f = F.conv2d(x, *w, **settings)
# What `settings` may contain has another name, is dropped, or changes the call; or there is no helper with PyTorch's arguments.
g = torch.svd(x, **settings)
h = torch.linalg.inv(x, **settings)
i = torch.diff(x, **settings)
j = torch.full((2,), 1.0, **settings)
k = torch.nn.functional.gumbel_softmax(x, 1.0, **settings)
l = torch.linalg.inv(x, out=None, **settings)
