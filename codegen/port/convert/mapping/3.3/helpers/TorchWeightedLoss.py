class TorchWeightedLoss(TorchLoss):
    """Base of the losses with a weight for each class."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
