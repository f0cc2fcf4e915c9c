class TorchMultiLabelSoftMarginLoss(TorchWeightedLoss):
    """The mean over the classes of a logistic loss for each."""

    def forward(self, input, target):
        return functional_multilabel_soft_margin_loss(input, target, self.weight, reduction=self.reduction)
