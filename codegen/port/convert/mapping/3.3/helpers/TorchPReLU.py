class TorchPReLU(TorchLayer):
    """A leaky ReLU whose slope is learnt, for all channels or for each."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = self.make_parameter((num_parameters,), device, dtype, init)

    def reset_parameters(self):
        paddle.nn.initializer.Constant(self.init)(self.weight)

    def forward(self, input):
        return functional_prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"
