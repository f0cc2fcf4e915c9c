import os
import torchmetrics
import torch_geometric.nn as gnn, xformers.ops
from torchtext.data import Field as TextField, Iterator
import torch

if os.name == "nt":
    import deepspeed

try:
    import bitsandbytes
except ImportError:
    bitsandbytes = None


def evaluate(x):
    import torchaudio_contrib
    return torchmetrics.functional.accuracy(torch.abs(x)), TextField


class Layer(gnn.MessagePassing):
    pass


import os, peft
from apex import (
    amp,
)
