class TorchNLLLoss(TorchWeightedLoss):
    """The negative log-likelihood of classes, which are in the second dimension."""

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input, target):
        return functional_nll_loss(
            input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction
        )
