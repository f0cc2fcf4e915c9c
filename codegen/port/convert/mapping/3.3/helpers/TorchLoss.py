class TorchLoss(TorchLayer):
    """Base of the losses that have helpers."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.reduction = reduction_of(size_average, reduce, reduction)
