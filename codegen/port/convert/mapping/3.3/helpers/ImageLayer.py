class ImageLayer(paddle.nn.Layer):
    """A transform of images, tensors or batches of tensors. `draw` chooses the random values for a whole batch."""

    def draw(self, image):
        raise NotImplementedError

    def forward(self, image):
        change = self.draw(image)
        if not isinstance(image, paddle.Tensor) or image.ndim <= 3:
            return change(image)
        changed = paddle.stack([change(single) for single in image.reshape([-1, *image.shape[-3:]])])
        return changed.reshape([*image.shape[:-3], *changed.shape[-3:]])

    @staticmethod
    def size_of(image):
        """The height and width of an image."""
        return tuple(image.shape[-2:]) if isinstance(image, paddle.Tensor) else image.size[::-1]
