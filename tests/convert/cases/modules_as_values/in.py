import torch
import torch.nn as nn
import torch.nn.functional as F

layers = torch.nn
act = layers.ReLU()

if hasattr(nn, 'SiLU'):
    Swish = nn.SiLU
fast = F.scaled_dot_product_attention if hasattr(F, "scaled_dot_product_attention") else None
new = hasattr(torch, "nothing_like_it")

y = getattr(F, "relu")(x)
z = getattr(torch.nn, 'GELU')
w = getattr(torch, "nothing_like_it", None)
v = getattr(torch, "nothing_like_it", a or b).c
u = getattr(torch, "nothing_like_it")(x)


def make(name, module=nn):
    local = torch.nn
    return getattr(nn, name)(), helper(torch, x), local.Tanh()


def hidden(layers, getattr_of):
    return layers.ReLU(), nn is None
