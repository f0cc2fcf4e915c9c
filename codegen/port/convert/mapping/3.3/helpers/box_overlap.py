def box_overlap(boxes1, boxes2, is_generalized=False):
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
