import paddle
from paddle_utils import unconverted
from net_pytorch import Net

# >>>>>> other_pytorch.Other: it needs PyTorch itself, and is a placeholder if it is not installed
try:
    from other_pytorch import Other
except ImportError:
    Other = unconverted("other_pytorch.Other")

print(Net()(paddle.ones(2)), Other)
