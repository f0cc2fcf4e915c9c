class TorchRNNCell(TorchRNNCellBase):
    """One step of a simple recurrent layer."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        _, first, second = self._sums(input, hx)
        function = paddle.tanh if self.nonlinearity == "tanh" else paddle.nn.functional.relu
        return function(first + second)
