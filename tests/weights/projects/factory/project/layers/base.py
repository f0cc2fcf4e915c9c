import paddle
from paddle.nn import Embedding

from .mlp import Mlp


class Base(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.mlp = Mlp(2)
        table = Embedding(3, 2)
        self.table = paddle.create_parameter(table.weight.shape, "float32")
