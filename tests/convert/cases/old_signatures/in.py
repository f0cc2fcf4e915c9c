import torch

x.mul_(0.9).add_(0.1, g)
x.addcmul_(0.1, g, g)
x.addcdiv_(a, b, value=-0.1)
y = x.addcmul(0.1, a, b), x.addcmul(a, b, value=2), x.addcdiv(0.1, a, b)
y = torch.addmm(x, a, b), torch.addmm(0.5, x, 2, a, b), torch.addmm(0.5, x, a, b), x.addmm(0.5, a, b), x.addmm(a, b)
y = torch.addcdiv(x, 0.1, a, b), torch.addcdiv(x, a, b, out=y), torch.baddbmm(2, x, a, b), x.addbmm(2, 3, a, b)
x.addmm_(0.5, 3, a, b)
x.clamp_min_(0.).sign_()
y = torch.mean(x, dim=0, keepdims=True), x.sum(0, keepdims=True), x.max(1, keepdims=True)
