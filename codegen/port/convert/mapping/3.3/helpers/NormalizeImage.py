class NormalizeImage(paddle.nn.Layer):
    """Subtracts a mean from each channel of a tensor, and divides by a standard deviation."""

    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean, self.std, self.inplace = mean, std, inplace

    def forward(self, tensor):
        return normalize_image(tensor, self.mean, self.std, self.inplace)
