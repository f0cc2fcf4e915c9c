class TorchRMSNorm(TorchLayer):
    """Divides by the root of the mean square of the last dimensions."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(map(int, normalized_shape))
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = self.make_parameter(shape, device, dtype, 1.0) if elementwise_affine else None

    def reset_parameters(self):
        if self.weight is not None:
            paddle.nn.initializer.Constant(1.0)(self.weight)

    def forward(self, input):
        return functional_rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
