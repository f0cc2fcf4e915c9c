def box_area(boxes):
    """The areas of boxes, given by two corners."""
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])
