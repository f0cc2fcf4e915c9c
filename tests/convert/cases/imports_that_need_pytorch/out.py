import os
# >>>>>> torchmetrics: it needs PyTorch itself, and is a placeholder if it is not installed
import paddle
from paddle_utils import unconverted
try:
    import torchmetrics
except ImportError:
    torchmetrics = unconverted("torchmetrics")
# >>>>>> torch_geometric.nn: it needs PyTorch itself, and is a placeholder if it is not installed
# >>>>>> xformers.ops: it needs PyTorch itself, and is a placeholder if it is not installed
try:
    import torch_geometric.nn as gnn, xformers.ops
except ImportError:
    gnn = unconverted("torch_geometric.nn")
    xformers = unconverted("xformers")
# >>>>>> torchtext.data.Field: it needs PyTorch itself, and is a placeholder if it is not installed
# >>>>>> torchtext.data.Iterator: it needs PyTorch itself, and is a placeholder if it is not installed
try:
    from torchtext.data import Field as TextField, Iterator
except ImportError:
    TextField = unconverted("torchtext.data.Field")
    Iterator = unconverted("torchtext.data.Iterator")

if os.name == "nt":
    # >>>>>> deepspeed: it needs PyTorch itself, and is a placeholder if it is not installed
    try:
        import deepspeed
    except ImportError:
        deepspeed = unconverted("deepspeed")

try:
    import bitsandbytes
except ImportError:
    bitsandbytes = None


def evaluate(x):
    import torchaudio_contrib
    return torchmetrics.functional.accuracy(paddle.abs(x)), TextField


class Layer(gnn.MessagePassing):
    pass


# >>>>>> peft: it needs PyTorch itself, and is a placeholder if it is not installed
import os
try:
    import peft
except ImportError:
    peft = unconverted("peft")
# >>>>>> apex.amp: it needs PyTorch itself, and is a placeholder if it is not installed
try:
    from apex import amp
except ImportError:
    amp = unconverted("apex.amp")
