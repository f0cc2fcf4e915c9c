class TorchGRU(TorchRNNBase):
    """Gated recurrent units."""

    def __init__(self, *args, **kwargs):
        super().__init__("GRU", *args, **kwargs)
