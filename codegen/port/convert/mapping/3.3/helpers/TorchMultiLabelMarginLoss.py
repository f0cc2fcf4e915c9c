class TorchMultiLabelMarginLoss(TorchLoss):
    """Margins between the labels, which end at -1, and all other classes."""

    def forward(self, input, target):
        return functional_multilabel_margin_loss(input, target, reduction=self.reduction)
