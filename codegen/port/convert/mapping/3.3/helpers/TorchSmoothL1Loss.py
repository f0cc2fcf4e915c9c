class TorchSmoothL1Loss(TorchLoss):
    """Squares of small differences, and large ones as they are."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input, target):
        return functional_smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)
