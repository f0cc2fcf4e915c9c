class GRUCell(paddle.nn.GRUCell):
    """Returns the new state only, as PyTorch's cell does."""

    def forward(self, inputs, states=None):
        return super().forward(inputs, states)[0]
