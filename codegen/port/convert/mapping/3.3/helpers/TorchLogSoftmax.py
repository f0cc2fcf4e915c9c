class TorchLogSoftmax(paddle.nn.LogSoftmax):
    """`LogSoftmax` with the argument and the attribute `dim`."""

    def __init__(self, dim=None):
        super().__init__(dim)
        self.dim = dim

    def forward(self, input):
        return functional_log_softmax(input, self.dim)
