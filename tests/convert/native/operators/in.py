import torch
import torch.nn.functional as F


def compute(x, y, words, seen, flag):
    z = torch.add(x, 1) - torch.sub(x, y, alpha=2) * torch.pow(x + 1, 2)
    z = x.gt(0.5) & x.eq(y) & torch.le(x, y)
    z = torch.div(x, y, rounding_mode="floor") + torch.div(x, y) + torch.div(x, y, rounding_mode=flag)
    best, where = x.max(dim=1)
    most = x.max()
    first, second = x.split([2, 3], dim=1)
    unknown = words.split(flag)
    parts = "a b".split(" ")
    seen.add(1)
    order = x.sort(dim=-1, descending=True)
    words.sort()
    size = x.numel() + x.view(-1).norm(dim=(0, 1)) + torch.norm(x, dim=0)
    spread = x.std(dim=0) + x.var(1, keepdim=True) + x.std(False)
    log = F.log_softmax(x, dim=-1) + x.log_softmax(1)
    x += y
    x[0].add_(1)
    return torch.full((2, 3), 7), torch.allclose(x, y), list(map(torch.add, [x], [y]))


def losses(x, t):
    return F.cross_entropy(x, t, ignore_index=1) + F.nll_loss(x, t) + F.mse_loss(input=x, target=t, reduction="sum")


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 2 * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * grad
