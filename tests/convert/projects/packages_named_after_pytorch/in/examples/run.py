import torch
from net_pytorch import Net

from other_pytorch import Other

print(Net()(torch.ones(2)), Other)
