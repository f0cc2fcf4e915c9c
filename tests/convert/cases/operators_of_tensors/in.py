import torch


def mixed(x, mask):
    return x * mask + 1


def methods(x):
    values, indices = x.max(1)
    return x.std(dim=1), values, x.median(dim=0).values, x.unfold(1, 2, 1), x.new_tensor([1, 2])


def functions(x, y):
    return torch.cat([x, y]), torch.full((2,), 7), torch.full((2,), 1.5), torch.add(x, 1), torch.linalg.solve(x, y)


def names(x):
    return torch.kthvalue(x, k=2, dim=0).values, x.cummax(dim=1), torch.linalg.eigh(x).eigenvalues
