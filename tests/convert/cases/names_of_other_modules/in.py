import torch
from torch.nn.modules.conv import Conv2d
from torch.nn.modules import activation

layer = torch.nn.modules.activation.ReLU()
conv = Conv2d(1, 2, 3)
last = activation.Softmax(1)
missing = torch.nn.modules.conv.NothingLikeIt()
