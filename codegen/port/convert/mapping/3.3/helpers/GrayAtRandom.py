import random


class GrayAtRandom(ImageLayer):
    """Converts an image to gray with a probability."""

    def __init__(self, p=0.1):
        super().__init__()
        self.p = p

    def draw(self, image):
        if random.random() >= self.p:
            return lambda image: image
        channels = image.shape[-3] if isinstance(image, paddle.Tensor) else len(image.getbands())
        return lambda image: paddle.vision.transforms.to_grayscale(image, channels)
