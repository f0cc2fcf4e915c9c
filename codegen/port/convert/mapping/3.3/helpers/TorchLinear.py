class TorchLinear(TorchLayer):
    """A linear layer with a weight of the shape (outputs, inputs)."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = self.make_parameter((out_features, in_features), device, dtype)
        self.bias = self.make_parameter((out_features,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        init_uniform_by_fan_in(self.in_features, self.weight, self.bias)

    def forward(self, input):
        return paddle.compat.nn.functional.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"
