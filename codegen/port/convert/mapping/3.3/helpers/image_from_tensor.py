import numpy
import PIL.Image


def image_from_tensor(picture, mode=None):
    """A picture from a tensor with channels first, or from an array with channels last."""
    if isinstance(picture, paddle.Tensor):
        values = picture.unsqueeze(0) if picture.ndim == 2 else picture
        values = values * 255 if values.is_floating_point() else values
        picture = values.transpose([1, 2, 0]).astype("uint8").numpy()
    picture = numpy.squeeze(picture, -1) if picture.ndim == 3 and picture.shape[-1] == 1 else picture
    return PIL.Image.fromarray(picture, mode)
