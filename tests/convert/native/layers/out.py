import paddle


class Same(paddle.nn.Conv2D):
    def __init__(self, inputs, outputs, size, stride=1, bias=True, **settings):
        super().__init__(inputs, outputs, size, stride, 0, 1, 1, bias_attr=bias)


class Other(paddle.nn.Conv2D):
    def __init__(self, *sizes, **settings):
        # >>>>>> torch.nn.Conv2d: it is unknown which arguments `*sizes` contains
        super(Other, self).__init__(*sizes, **settings)


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.body = paddle.nn.Sequential(
            paddle.nn.Conv2D(3, 8, 3, padding=1, bias_attr=False),  # no bias
            paddle.nn.BatchNorm2D(8, momentum=1 - 0.01, epsilon=1e-3),
            paddle.nn.ReLU(),
            paddle.nn.MaxPool2D(2, stride=2),
            paddle.nn.Dropout(0.5),
            paddle.nn.Flatten(start_axis=1),
        )
        self.norm = paddle.nn.LayerNorm([8], weight_attr=False, bias_attr=False)
        self.group = paddle.nn.GroupNorm(2, 8)
        self.lstm = paddle.nn.LSTM(8, 16, num_layers=2, direction='bidirect')
        self.up = paddle.nn.Conv2DTranspose(8, 4, kernel_size=2, stride=2)
        # >>>>>> torch.nn.MaxPool2d: the target has no dilation
        self.pool = torch.nn.MaxPool2d(2, dilation=2)
        self.layers = paddle.nn.LayerList([paddle.nn.Embedding(10, 4), paddle.nn.Linear(4, 4, bias_attr=False)])
        self.encoder = paddle.nn.TransformerEncoder(paddle.nn.TransformerEncoderLayer(8, 2, dim_feedforward=2048), num_layers=2)
        # >>>>>> torch.nn.TransformerDecoderLayer: the target takes the batch first: write `batch_first=True`, and transpose the input
        self.decoder = torch.nn.TransformerDecoderLayer(8, 2)

    def device(self):
        return next(iter(self.parameters())).device


def make(loss=paddle.nn.CrossEntropyLoss(label_smoothing=0.1, axis=1)):
    net = Net()
    net.clear_gradients()
    net.set_state_dict(paddle.load("net.pt"))
    return net, isinstance(net.body[0], paddle.nn.Conv2D)
