import torch

print(torch.max(torch.ones(2)).max(0))
