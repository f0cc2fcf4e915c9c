import paddle
from layers.base import Base


class Net(Base):
    def __init__(self):
        super().__init__()
        self.head = paddle.nn.Linear(2, 3)
        self.parts = paddle.nn.LayerDict({"x": paddle.nn.Linear(2, 3), "y": paddle.nn.Embedding(2, 3)})


def create():
    net = Net()
    return net.eval()
