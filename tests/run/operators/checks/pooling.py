"""Pooling, and changes of the size of images."""
import paddle.nn.functional as F


def calls():
    yield "max_pool2d", lambda: differentiated(lambda x: F.max_pool2d(x, 2), tensor(1, 2, 4, 4))
    yield "with indices", lambda: F.max_pool2d(tensor(1, 2, 4, 4), 2, return_mask=True)
    yield "avg_pool2d", lambda: differentiated(lambda x: F.avg_pool2d(x, 2, padding=1), tensor(1, 2, 4, 4))
    yield "adaptive_avg_pool2d", lambda: differentiated(lambda x: F.adaptive_avg_pool2d(x, 3), tensor(1, 2, 5, 5))
    for mode in ["nearest", "bilinear", "bicubic"]:
        yield mode, lambda mode=mode: differentiated(lambda x: F.interpolate(x, scale_factor=2, mode=mode), tensor(1, 2, 3, 3))
    yield "pad", lambda: differentiated(lambda x: F.pad(x, [1, 2, 0, 1], mode="reflect"), tensor(1, 2, 4, 4))
    yield "grid_sample", lambda: differentiated(F.grid_sample, tensor(1, 2, 4, 4), tensor(1, 3, 3, 2))
    yield "pixel_shuffle", lambda: differentiated(lambda x: F.pixel_shuffle(x, 2), tensor(1, 4, 2, 2))
