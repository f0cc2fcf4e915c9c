def roi_pool(input, boxes, *args, **kwargs):
    """Boxes are a list with a tensor for each image, or one tensor whose first column is the image."""
    images = input.shape[0]
    if isinstance(boxes, (list, tuple)):
        counts = [len(box) for box in boxes] + [0] * (images - len(boxes))
        boxes = paddle.concat(list(boxes)) if len(boxes) else paddle.zeros([0, 4])
    else:
        counts = [int((boxes[:, 0] == image).sum()) for image in range(images)]
        boxes = boxes[:, 1:]
    counts = paddle.to_tensor(counts, dtype="int32")
    return paddle.vision.ops.roi_pool(input, boxes, counts, *args, **kwargs)
