class TorchGRUCell(TorchRNNCellBase):
    """One step of gated recurrent units."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        h, first, second = self._sums(input, hx)
        (r, z, n), (r2, z2, n2) = paddle.chunk(first, 3, -1), paddle.chunk(second, 3, -1)
        sigmoid = paddle.nn.functional.sigmoid
        reset, update = sigmoid(r + r2), sigmoid(z + z2)
        new = paddle.tanh(n + reset * n2)
        return (1 - update) * new + update * h
