class TorchKLDivLoss(TorchLoss):
    """The divergence of distributions, whose input is in log space."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input, target):
        return functional_kl_div(input, target, reduction=self.reduction, log_target=self.log_target)
