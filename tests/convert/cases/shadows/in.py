import torch
import torch.nn.functional as F


def parameter(F, x):
    return F.relu(x)


def variable(x):
    torch = x
    return torch.abs(x)


def default(x, F=F.relu):
    return [F(x) for F in x], lambda torch: torch.abs(x)
