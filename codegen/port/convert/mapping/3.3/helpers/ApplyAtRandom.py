import random


class ApplyAtRandom(paddle.nn.Layer):
    """Applies all of its transforms in order with a probability, or none of them."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, image):
        if random.random() < self.p:
            for transform in self.transforms:
                image = transform(image)
        return image
