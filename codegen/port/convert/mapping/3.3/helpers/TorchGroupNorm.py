class TorchGroupNorm(TorchLayer):
    """Normalises groups of channels."""

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError("num_channels must be divisible by num_groups")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self.weight = self.make_parameter((num_channels,), device, dtype, 1.0) if affine else None
        self.bias = self.make_parameter((num_channels,), device, dtype) if affine else None

    def reset_parameters(self):
        if self.affine:
            paddle.nn.initializer.Constant(1.0)(self.weight)
            paddle.nn.initializer.Constant(0.0)(self.bias)

    def forward(self, input):
        return functional_group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"
