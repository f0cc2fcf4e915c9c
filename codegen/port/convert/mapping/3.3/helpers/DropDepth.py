class DropDepth(paddle.nn.Layer):
    """Drops a whole batch, or rows of it, during training."""

    def __init__(self, p, mode):
        super().__init__()
        self.p, self.mode = p, mode

    def forward(self, input):
        return drop_depth(input, self.p, self.mode, self.training)
