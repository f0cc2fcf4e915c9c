"""Imports that other files use."""
import torch
from torch import nn
from torch.nn import functional as F
from torch import nothing_like_it, device as torch_device

blocks = nn
__all__ = ["nn", "scaled", "torch_device"]


def scaled(x):
    return torch.abs(x)
