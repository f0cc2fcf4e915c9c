from layers import *
from layers import F, blocks, nothing_like_it
import layers as L
import pkg.sub.inner


def run(x):
    return nn.Tanh()(scaled(F.relu(x))), L.nn.ReLU(), blocks.GELU(), pkg.sub.inner.optional(x), nothing_like_it(x)
