class TorchBatchNorm(TorchLayer):
    """Base of batch normalisation, with PyTorch's names, momentum and running variance."""

    ndims = None

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None
    ):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self.weight = self.make_parameter((num_features,), device, dtype, 1.0) if affine else None
        self.bias = self.make_parameter((num_features,), device, dtype) if affine else None
        if track_running_stats:
            dtype = dtype or paddle.get_default_dtype()
            self.register_buffer("running_mean", paddle.zeros([num_features], dtype))
            self.register_buffer("running_var", paddle.ones([num_features], dtype))
            self.register_buffer("num_batches_tracked", paddle.zeros([], "int64"))
        else:
            self.running_mean = self.running_var = self.num_batches_tracked = None

    def reset_running_stats(self):
        if self.track_running_stats:
            paddle.assign(paddle.zeros_like(self.running_mean), self.running_mean)
            paddle.assign(paddle.ones_like(self.running_var), self.running_var)
            paddle.assign(paddle.zeros([], "int64"), self.num_batches_tracked)

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            paddle.nn.initializer.Constant(1.0)(self.weight)
            paddle.nn.initializer.Constant(0.0)(self.bias)

    def _check_input_dim(self, input):
        if self.ndims is not None and input.ndim not in self.ndims:
            raise ValueError(f"expected {' or '.join(map(str, self.ndims))} dimensions, got {input.ndim}")

    def forward(self, input):
        self._check_input_dim(input)
        momentum = self.momentum
        if self.training and self.track_running_stats:
            paddle.assign(self.num_batches_tracked + 1, self.num_batches_tracked)
            if momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        return functional_batch_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias,
            self.training or self.running_mean is None, momentum or 0.0, self.eps,
        )

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"track_running_stats={self.track_running_stats}"
        )
