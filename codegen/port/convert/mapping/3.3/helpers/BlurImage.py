import random


class BlurImage(ImageLayer):
    """Blurs tensors with a Gaussian kernel."""

    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        super().__init__()
        self.kernel_size = (kernel_size, kernel_size) if isinstance(kernel_size, int) else tuple(kernel_size)
        self.sigma = (sigma, sigma) if isinstance(sigma, (int, float)) else tuple(sigma)

    def draw(self, image):
        sigma = random.uniform(*self.sigma)
        return lambda image: blur_image(image, self.kernel_size, [sigma, sigma])
