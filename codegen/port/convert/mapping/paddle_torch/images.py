"""Transformations of images."""

from __future__ import annotations

import math
import numbers
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import paddle
import PIL.Image


class ApplyAtRandom(paddle.nn.Layer):
    """Applies all of its transforms in order with a probability, or none of them."""

    def __init__(self, transforms, p: float = 0.5) -> None:
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, image):
        if random.random() < self.p:
            for transform in self.transforms:
                image = transform(image)
        return image


def blur_image(img, kernel_size: Sequence[int] | int, sigma=None):
    """A tensor of images, blurred with a Gaussian kernel of width and height `kernel_size`."""
    width, height = (kernel_size, kernel_size) if isinstance(kernel_size, int) else kernel_size
    if sigma is None:
        sigma = [0.3 * ((size - 1) * 0.5 - 1) + 0.8 for size in (width, height)]
    sigma = [sigma, sigma] if isinstance(sigma, (int, float)) else list(sigma) * (2 if len(sigma) == 1 else 1)
    rows = []
    for size, spread in zip((width, height), sigma):
        x = paddle.arange(size, dtype="float32") - (size - 1) / 2
        weights = paddle.exp(-x * x / (2 * spread * spread))
        rows.append(weights / weights.sum())
    channels = img.shape[-3]
    kernel = paddle.outer(rows[1], rows[0]).astype(img.dtype).expand([channels, 1, height, width])
    images = img.reshape([-1, *img.shape[-3:]])
    padding = [width // 2, width // 2, height // 2, height // 2]
    images = paddle.nn.functional.pad(images, padding, mode="reflect")
    return paddle.nn.functional.conv2d(images, kernel, groups=channels).reshape(img.shape)


class ImageLayer(paddle.nn.Layer):
    """A transform of images, tensors or batches of tensors. `draw` chooses the random values for a whole batch."""

    def draw(self, image):
        raise NotImplementedError

    def forward(self, image):
        change = self.draw(image)
        if not paddle.is_tensor(image) or image.ndim <= 3:
            return change(image)
        changed = paddle.stack([change(single) for single in image.reshape([-1, *image.shape[-3:]])])
        return changed.reshape([*image.shape[:-3], *changed.shape[-3:]])

    @staticmethod
    def size_of(image):
        """The height and width of an image."""
        return tuple(image.shape[-2:]) if paddle.is_tensor(image) else image.size[::-1]


class BlurImage(ImageLayer):
    """Blurs tensors with a Gaussian kernel."""

    def __init__(self, kernel_size: Sequence[int] | int, sigma=(0.1, 2.0)) -> None:
        super().__init__()
        self.kernel_size = (kernel_size, kernel_size) if isinstance(kernel_size, int) else tuple(kernel_size)
        self.sigma = (sigma, sigma) if isinstance(sigma, (int, float)) else tuple(sigma)

    def draw(self, image):
        sigma = random.uniform(*self.sigma)
        return lambda image: blur_image(image, self.kernel_size, [sigma, sigma])


class CropAndResizeAtRandom(ImageLayer):
    """Crops a random part of an image, and resizes it."""

    def __init__(
        self,
        size,
        scale=(0.08, 1.0),
        ratio=(3.0 / 4.0, 4.0 / 3.0),
        interpolation: str = "bilinear",
        antialias: bool = True,
    ) -> None:
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


class FlipAtRandom(ImageLayer):
    """Flips an image horizontally with a probability."""

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = p

    def draw(self, image):
        return paddle.vision.transforms.hflip if random.random() < self.p else lambda image: image


class FlipVerticallyAtRandom(FlipAtRandom):
    """Flips an image vertically with a probability."""

    def draw(self, image):
        return paddle.vision.transforms.vflip if random.random() < self.p else lambda image: image


class GrayAtRandom(ImageLayer):
    """Converts an image to gray with a probability."""

    def __init__(self, p: float = 0.1) -> None:
        super().__init__()
        self.p = p

    def draw(self, image):
        if random.random() >= self.p:
            return lambda image: image
        channels = image.shape[-3] if paddle.is_tensor(image) else len(image.getbands())
        return lambda image: paddle.vision.transforms.to_grayscale(image, channels)


def image_from_tensor(picture, mode=None):
    """A picture from a tensor with channels first, or from an array with channels last."""
    if paddle.is_tensor(picture):
        values = picture.unsqueeze(0) if picture.ndim == 2 else picture
        values = values * 255 if values.is_floating_point() else values
        picture = values.transpose([1, 2, 0]).astype("uint8").numpy()
    picture = numpy.squeeze(picture, -1) if picture.ndim == 3 and picture.shape[-1] == 1 else picture
    return PIL.Image.fromarray(picture, mode)


class JitterColors(ImageLayer):
    """Changes brightness, contrast, saturation and hue at random, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0) -> None:
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


class LambdaTransform:
    """A function as a transform."""

    def __init__(self, lambd: Callable[..., Any]) -> None:
        self.lambd = lambd

    def __call__(self, image):
        return self.lambd(image)


def normalize_image(tensor, mean, std, inplace: bool = False):
    """Normalises each channel of a tensor of images with a mean and a standard deviation."""
    mean, std = (paddle.to_tensor(value, dtype=tensor.dtype).reshape([-1, 1, 1]) for value in (mean, std))
    result = (tensor - mean) / std
    return paddle.assign(result, tensor) if inplace else result


class NormalizeImage(paddle.nn.Layer):
    """Subtracts a mean from each channel of a tensor, and divides by a standard deviation."""

    def __init__(self, mean, std, inplace: bool = False) -> None:
        super().__init__()
        self.mean, self.std, self.inplace = mean, std, inplace

    def forward(self, tensor):
        return normalize_image(tensor, self.mean, self.std, self.inplace)


class OneTransformAtRandom(paddle.nn.Layer):
    """Applies one of several transforms, chosen at random."""

    def __init__(self, transforms, p=None) -> None:
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, image):
        return random.choices(self.transforms, weights=self.p)[0](image)
