class TorchBilinear(TorchLayer):
    """A bilinear layer with PyTorch's initialisation and shapes."""

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = self.make_parameter((out_features, in1_features, in2_features), device, dtype)
        self.bias = self.make_parameter((out_features,), device, dtype) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        init_uniform_by_fan_in(self.in1_features, self.weight, self.bias)

    def forward(self, input1, input2):
        return functional_bilinear(input1, input2, self.weight, self.bias)
