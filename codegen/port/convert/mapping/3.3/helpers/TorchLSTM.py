class TorchLSTM(TorchRNNBase):
    """A long short-term memory."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)
