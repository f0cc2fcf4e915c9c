class TorchInstanceNorm(TorchBatchNorm):
    """Base of instance normalisation, with PyTorch's names and momentum."""

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def _check_input_dim(self, input):
        if input.ndim not in (self.ndims, self.ndims - 1):
            raise ValueError(f"expected {self.ndims - 1} or {self.ndims} dimensions, got {input.ndim}")

    def forward(self, input):
        self._check_input_dim(input)
        is_batch = input.ndim == self.ndims
        output = functional_instance_norm(
            input if is_batch else input.unsqueeze(0), self.running_mean, self.running_var, self.weight, self.bias,
            self.training or not self.track_running_stats, self.momentum or 0.0, self.eps,
        )
        return output if is_batch else output.squeeze(0)
