import random


class FlipAtRandom(ImageLayer):
    """Flips an image horizontally with a probability."""

    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def draw(self, image):
        return paddle.vision.transforms.hflip if random.random() < self.p else lambda image: image
