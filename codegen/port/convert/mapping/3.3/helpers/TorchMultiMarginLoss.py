class TorchMultiMarginLoss(TorchWeightedLoss):
    """Margins between the class of each item and all others."""

    def __init__(self, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        self.p = p
        self.margin = margin

    def forward(self, input, target):
        return functional_multi_margin_loss(
            input, target, self.p, self.margin, self.weight, reduction=self.reduction
        )
