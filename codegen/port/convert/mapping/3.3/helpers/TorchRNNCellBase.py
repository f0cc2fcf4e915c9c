class TorchRNNCellBase(TorchLayer):
    """Base of the recurrent cells, with PyTorch's arguments and parameters."""

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = self.make_parameter((rows, input_size), device, dtype)
        self.weight_hh = self.make_parameter((rows, hidden_size), device, dtype)
        self.bias_ih = self.make_parameter((rows,), device, dtype) if bias else None
        self.bias_hh = self.make_parameter((rows,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        init_uniform_by_fan_in(self.hidden_size, *self.parameters())

    def _sums(self, input, hx):
        """The inputs of the gates from the input and from the hidden state, which is zero if it is not given."""
        linear = paddle.compat.nn.functional.linear
        if hx is None:
            hx = paddle.zeros([*input.shape[:-1], self.hidden_size], input.dtype)
        return hx, linear(input, self.weight_ih, self.bias_ih), linear(hx, self.weight_hh, self.bias_hh)

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}" + ("" if self.bias else ", bias=False")
