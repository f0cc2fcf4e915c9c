def suppress_by_class(boxes, scores, idxs, iou_threshold):
    """Indices of the boxes that remain after removing those that overlap a better one of the same class."""
    if boxes.size == 0:
        return paddle.empty([0], dtype="int64")
    offsets = idxs.astype(boxes.dtype) * (boxes.max() + 1)
    return paddle.vision.ops.nms(boxes + offsets.unsqueeze(1), iou_threshold, scores)
