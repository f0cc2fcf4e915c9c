class TorchGaussianNLLLoss(TorchLoss):
    """The negative log-likelihood of a normal distribution."""

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction=reduction)
        self.full = full
        self.eps = eps

    def forward(self, input, target, var):
        return functional_gaussian_nll_loss(input, target, var, self.full, self.eps, self.reduction)
