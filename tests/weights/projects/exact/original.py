"""A model in PyTorch whose conversion keeps PyTorch's layout."""

import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)
        self.norm = nn.BatchNorm1d(3)
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])


def model():
    return Net()
