class TorchHuberLoss(TorchLoss):
    """Squares of small differences, and multiples of large ones."""

    def __init__(self, reduction="mean", delta=1.0):
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input, target):
        return functional_huber_loss(input, target, self.reduction, self.delta)
