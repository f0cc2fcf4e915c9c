"""The same model as somebody would write it for Paddle."""

from collections import OrderedDict

import paddle
import paddle.nn as nn


class Block(nn.Layer):
    def __init__(self, width, norm_layer=None, down=None):
        super().__init__()
        if norm_layer is None:
            norm_layer = nn.BatchNorm2D
        self.conv = nn.Conv2D(width, width, 1)
        self.norm = norm_layer(width)
        self.down = down


class Head(nn.Sequential):
    def __init__(self, width):
        layers = [nn.Linear(width, width), nn.PReLU()]
        layers.append(nn.Linear(width, 3))
        super().__init__(*layers)


def sequence(*layers):
    return nn.Sequential(*filter(None, layers))


class Wrapped(nn.Layer):
    def __init__(self, width, fn):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.fn = fn


class Net(nn.Layer):
    def __init__(self, block, width=2):
        super().__init__()
        self.embedding = nn.Embedding(3, width)
        self.stages = nn.LayerList([self.stage(block, width, index) for index in range(2)])
        self.mix = nn.Sequential(OrderedDict([("a", nn.Linear(2, 3)), ("b", nn.Linear(3, 2))]))
        self.head = Head(width)
        for index in range(2):
            self.add_sublayer(f"extra{index}", nn.Linear(width, width, bias_attr=False))
        self.attention = nn.MultiHeadAttention(4, 2)
        self.pair = nn.Bilinear(2, 3, 4)
        self.act = {"prelu": nn.PReLU, "relu": nn.ReLU}["prelu"]()
        self.lstm = nn.LSTM(2, 3)
        self.scale = paddle.create_parameter([2, 2], "float32")
        self.register_buffer("grid", paddle.ones([2, 3]))
        self.out = self.make(width)
        self.gate = nn.Linear(width, 3) if width > 1 else nn.Identity()
        self.wrapped = sequence(nn.Linear(width, 3), None, nn.ReLU())
        self.wrapped = Wrapped(width, self.wrapped)
        left, right = nn.Linear(width, 4), nn.Embedding(2, 2)
        self.sides = nn.LayerList([left, right])
        self.twins = nn.LayerList([nn.Sequential(a, b) for a, b in zip([nn.Linear(2, 3)], [nn.Linear(3, 1)])])

    def stage(self, block, width, index):
        down = None
        if index:
            down = nn.Sequential(nn.Conv2D(width, width, 1), nn.BatchNorm2D(width))
        layers = [block(width, None, down)]
        layers += [block(width) for _ in range(index)]
        return nn.Sequential(*layers)

    def make(self, width):
        return nn.Linear(width, 5)


def model():
    return Net(Block)
