#!/usr/bin/env python
# A licence.
"""The docstring."""
from __future__ import annotations

import os, torch, sys  # three modules
import torch.nn as nn; import torch.nn.functional as F  # two statements
from torch import (  # names
    Tensor,  # a class
    randn as random,
)
from .torch import local
from audiotools import AudioSignal
from einops.layers.torch import Rearrange

if True: import torch.optim
try:
    import torch.cuda  # the only statement
except ImportError:
    pass

x: Tensor = random(2, 3)
y = nn.functional.relu(F.relu(local(x)))
z = torch.nn.functional.relu(y)
