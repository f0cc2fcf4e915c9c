import torch

u = torch.svd(x)
if x: u = torch.svd(x); v = torch.svd(y)
r = torch.svd(x) == torch.svd(x)
s = torch.svd(x), torch.svd(y)
t = torch.svd(torch.svd(x)[0])
for i in torch.svd(x):
    pass
w = [i for i in torch.svd(x)]


@torch.no_grad()
def f(a=torch.svd(x)):
    return a
