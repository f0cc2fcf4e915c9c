import paddle


class Twice(paddle.nn.Layer):
    def __init__(self, embed):
        super().__init__()
        layer = paddle.nn.Embedding if embed else paddle.nn.Linear
        self.fc = layer(2, 3)
