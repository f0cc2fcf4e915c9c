import torch


def views(z, w, items):
    z[0:2].copy_(-w)
    z[:, 1].t().mul_(2).add_(1)  # only the first method changes a view of `z`
    items[0].add_(1)
    items["a"].zero_()
    z[z > 0].zero_()
    z[[0, 1]].zero_()
    z.data[0:2].copy_(w)
    z.view(-1)[0].fill_(1)
    self.weight[1:].normal_()
    with torch.no_grad():
        z[0:2].copy_(w)
    new = torch.zeros(3)
    new[0].fill_(w)
    it = z[it, 1:].zero_()


def variables(x, w):
    v = x.view(-1)
    v[0] = 7.
    a, b = x.chunk(2)
    a.add_(1)
    b *= 2
    c = x.expand(2, 3)
    c[0] = w
    d = x.clone()
    d[0] = w
    e = x.detach()
    e[0] = 1
    return x


@torch.no_grad()
def without_gradients(x):
    v = x.view(-1)
    v[0] = 7.
    return x


@torch.no_grad()
def copies(x, y):
    x.chunk(2)[0].zero_()
    x.detach().expand(2, 3)[0] = 4
    torch.tensor_split(y, 2)[0].add_(1)
    parts = y.split(2)
    parts[0].fill_(1)
    for part in y.split([1, 2], dim=0):
        part.zero_()
    torch.zeros(3).expand(2, 3)[0] = 1
    return x, y
