class TensorRows(paddle.io.TensorDataset):
    """A dataset of the rows of tensors."""

    def __init__(self, *tensors):
        super().__init__(list(tensors))
