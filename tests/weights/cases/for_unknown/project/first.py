import paddle
import somewhere


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = somewhere.make(paddle.nn.Linear)


class Twice(paddle.nn.Layer):
    pass
