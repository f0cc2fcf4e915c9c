import torch


def f(x):
    return make(torch, x), torch.nothing_like_it(x)
