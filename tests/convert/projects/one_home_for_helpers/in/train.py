import torch
from models import Net

print(type(Net().layer) == torch.nn.Linear)
