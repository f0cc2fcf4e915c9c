import random


class FlipVerticallyAtRandom(FlipAtRandom):
    """Flips an image vertically with a probability."""

    def draw(self, image):
        return paddle.vision.transforms.vflip if random.random() < self.p else lambda image: image
