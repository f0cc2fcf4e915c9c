import math
import random


class CropAndResizeAtRandom(ImageLayer):
    """Crops a random part of an image, and resizes it."""

    def __init__(
        self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation="bilinear", antialias=True
    ):
        super().__init__()
        self.size = (size, size) if isinstance(size, int) else tuple(size) * (2 if len(size) == 1 else 1)
        self.scale, self.ratio, self.interpolation = scale, ratio, interpolation

    def _part(self, height, width):
        for _ in range(10):
            area = height * width * random.uniform(*self.scale)
            ratio = math.exp(random.uniform(math.log(self.ratio[0]), math.log(self.ratio[1])))
            w, h = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
            if 0 < w <= width and 0 < h <= height:
                return random.randint(0, height - h), random.randint(0, width - w), h, w
        w = min(width, round(height * self.ratio[1]))
        h = min(height, round(width / self.ratio[0]))
        return (height - h) // 2, (width - w) // 2, h, w

    def draw(self, image):
        part = self._part(*self.size_of(image))
        transforms = paddle.vision.transforms
        return lambda image: transforms.resize(transforms.crop(image, *part), self.size, self.interpolation)
