"""Boxes in images, and regions of interest."""

from __future__ import annotations

import paddle


def boxes_of_images(input: paddle.Tensor, boxes):
    """All boxes, and the number of boxes of each image. Boxes are a list with a tensor for each image, or one tensor
    whose first column is the image."""
    images = input.shape[0]
    if isinstance(boxes, (list, tuple)):
        counts = [len(box) for box in boxes] + [0] * (images - len(boxes))
        boxes = paddle.concat(list(boxes)) if len(boxes) else paddle.zeros([0, 4])
    else:
        counts = [int((boxes[:, 0] == image).sum()) for image in range(images)]
        boxes = boxes[:, 1:]
    return boxes, paddle.to_tensor(counts, dtype="int32")


def box_area(boxes):
    """The areas of boxes, given by two corners."""
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def box_overlap(boxes1: paddle.Tensor, boxes2: paddle.Tensor, is_generalized: bool = False):
    """Intersection over union of each pair of boxes; the generalised form also counts the area between them."""
    low = paddle.maximum(boxes1[:, None, :2], boxes2[None, :, :2])
    high = paddle.minimum(boxes1[:, None, 2:], boxes2[None, :, 2:])
    inner = (high - low).clip(0).prod(-1)
    union = box_area(boxes1)[:, None] + box_area(boxes2)[None] - inner
    if not is_generalized:
        return inner / union
    low = paddle.minimum(boxes1[:, None, :2], boxes2[None, :, :2])
    high = paddle.maximum(boxes1[:, None, 2:], boxes2[None, :, 2:])
    whole = (high - low).clip(0).prod(-1)
    return inner / union - (whole - union) / whole


def clip_boxes(boxes, size):
    """Boxes, clipped to an image of a height and a width."""
    height, width = size
    x, y = boxes[..., 0::2].clip(0, width), boxes[..., 1::2].clip(0, height)
    return paddle.stack([x, y], -1).reshape(boxes.shape)


def convert_boxes(boxes, in_fmt, out_fmt):
    """Boxes in another format: `xyxy`, `xywh` or `cxcywh`."""
    a, b, c, d = boxes.unbind(-1)
    if in_fmt == "xywh":
        c, d = a + c, b + d
    elif in_fmt == "cxcywh":
        a, b, c, d = a - c / 2, b - d / 2, a + c / 2, b + d / 2
    if out_fmt == "xywh":
        c, d = c - a, d - b
    elif out_fmt == "cxcywh":
        a, b, c, d = (a + c) / 2, (b + d) / 2, c - a, d - b
    return paddle.stack([a, b, c, d], -1)


def ps_roi_pool(input: paddle.Tensor, boxes, *args, **kwargs):
    """Pools the regions of boxes by position."""
    boxes, counts = boxes_of_images(input, boxes)
    return paddle.vision.ops.psroi_pool(input, boxes, counts, *args, **kwargs)


def roi_align(input: paddle.Tensor, boxes, *args, **kwargs):
    """Values of the regions of boxes, interpolated."""
    boxes, counts = boxes_of_images(input, boxes)
    return paddle.vision.ops.roi_align(input, boxes, counts, *args, **kwargs)


def roi_pool(input: paddle.Tensor, boxes, *args, **kwargs):
    """Maxima of the regions of boxes."""
    boxes, counts = boxes_of_images(input, boxes)
    return paddle.vision.ops.roi_pool(input, boxes, counts, *args, **kwargs)


def suppress_by_class(boxes, scores, idxs, iou_threshold: float):
    """Indices of the boxes that remain after removing those that overlap a better one of the same class."""
    if boxes.size == 0:
        return paddle.empty([0], dtype="int64")
    offsets = idxs.astype(boxes.dtype) * (boxes.max() + 1)
    return paddle.vision.ops.nms(boxes + offsets.unsqueeze(1), iou_threshold, scores)
