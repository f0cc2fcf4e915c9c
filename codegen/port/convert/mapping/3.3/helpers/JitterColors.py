import numbers
import random


class JitterColors(ImageLayer):
    """Changes brightness, contrast, saturation and hue at random, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self.brightness, self.contrast = self._range(brightness, 1), self._range(contrast, 1)
        self.saturation, self.hue = self._range(saturation, 1), self._range(hue, 0)

    @staticmethod
    def _range(value, center):
        if not isinstance(value, numbers.Number):
            return None if value[0] == value[1] == center else tuple(value)
        low = center - value
        return None if value == 0 else (max(low, 0) if center else low, center + value)

    def draw(self, image):
        functional = paddle.vision.transforms.functional
        names = ["brightness", "contrast", "saturation", "hue"]
        steps = [(getattr(functional, f"adjust_{name}"), getattr(self, name)) for name in names]
        steps = [(adjust, random.uniform(*bounds)) for adjust, bounds in steps if bounds is not None]
        random.shuffle(steps)

        def change(image):
            for adjust, factor in steps:
                image = adjust(image, factor)
            return image

        return change
