from torch.nn import *
from torch import *


def use(x):
    return Linear(2, 3)(x), abs_of(x), randn(2)


def abs_of(x):
    return x
