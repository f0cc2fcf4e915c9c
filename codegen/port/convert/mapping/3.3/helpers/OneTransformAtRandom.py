import random


class OneTransformAtRandom(paddle.nn.Layer):
    """Applies one of several transforms, chosen at random."""

    def __init__(self, transforms, p=None):
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, image):
        return random.choices(self.transforms, weights=self.p)[0](image)
