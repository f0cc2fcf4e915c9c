def clip_boxes(boxes, size):
    """Boxes, clipped to an image of a height and a width."""
    height, width = size
    x, y = boxes[..., 0::2].clip(0, width), boxes[..., 1::2].clip(0, height)
    return paddle.stack([x, y], -1).reshape(boxes.shape)
