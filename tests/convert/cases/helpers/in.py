import torch


def get_enum():
    return 1


a = torch._foreach_abs([x])
b = torch.backends.cudnn.benchmark
torch.backends.cudnn.enabled = False
c = x.max(1)
d = torch.nn.functional._Reduction.get_enum("mean")
