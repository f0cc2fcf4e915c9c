"""Models whose classes are in several files."""

import torch.nn as nn


class Mlp(nn.Module):
    def __init__(self, width, hidden=4, layer=nn.Linear):
        super().__init__()
        self.fc1 = layer(width, hidden)
        self.fc2 = layer(hidden, width)


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = Mlp(2)
        self.table = nn.Parameter(nn.Embedding(3, 2).weight)


class Net(Base):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(2, 3)
        self.parts = nn.ModuleDict({"x": nn.Linear(2, 3), "y": nn.Embedding(2, 3)})


def model():
    return Net()
