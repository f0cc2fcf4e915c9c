#!/usr/bin/env python
# A licence.
"""The docstring."""
from __future__ import annotations

import paddle
from paddle_utils import extend_einops
import os, sys  # three modules
  # two statements
# names
# a class
from .torch import local
from paddlespeech.audiotools import AudioSignal
from einops.layers.paddle import Rearrange

if True: pass
try:
    pass  # the only statement
except ImportError:
    pass

x: paddle.Tensor = paddle.randn(2, 3)
y = paddle.nn.functional.relu(x=paddle.nn.functional.relu(x=local(x)))
z = paddle.nn.functional.relu(x=y)
