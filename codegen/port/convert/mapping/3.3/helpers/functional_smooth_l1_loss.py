def functional_smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squares of small differences, and large ones as they are."""
    distance = (input - target).abs()
    loss = distance
    if beta > 0:
        loss = paddle.where(distance < beta, 0.5 * distance * distance / beta, distance - 0.5 * beta)
    return reduced(loss, reduction_of(size_average, reduce, reduction))
