import torch.nn as nn

print(nn.Conv1d(1, 1, 1))
