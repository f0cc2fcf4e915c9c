class LSTMCell(paddle.nn.LSTMCell):
    """Returns the two new states only, as PyTorch's cell does."""

    def forward(self, inputs, states=None):
        return super().forward(inputs, states)[1]
