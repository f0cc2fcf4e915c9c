class TorchLayerNorm(TorchLayer):
    """Normalises over the last dimensions; the parameters have their shape."""

    def __init__(
        self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None
    ):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(map(int, normalized_shape))
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = self.make_parameter(shape, device, dtype, 1.0) if elementwise_affine else None
        self.bias = self.make_parameter(shape, device, dtype) if elementwise_affine and bias else None

    def reset_parameters(self):
        if self.weight is not None:
            paddle.nn.initializer.Constant(1.0)(self.weight)
        if self.bias is not None:
            paddle.nn.initializer.Constant(0.0)(self.bias)

    def forward(self, input):
        return functional_layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
