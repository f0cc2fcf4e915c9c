class TorchLSTMCell(TorchRNNCellBase):
    """One step of a long short-term memory."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        h, c = (None, None) if hx is None else hx
        h, first, second = self._sums(input, h)
        c = paddle.zeros_like(h) if c is None else c
        i, f, g, o = paddle.chunk(first + second, 4, -1)
        sigmoid = paddle.nn.functional.sigmoid
        c = sigmoid(f) * c + sigmoid(i) * paddle.tanh(g)
        return sigmoid(o) * paddle.tanh(c), c
