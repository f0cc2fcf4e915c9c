def functional_huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Squares of small differences, and multiples of large ones."""
    distance = (input - target).abs()
    loss = paddle.where(distance <= delta, 0.5 * distance * distance, delta * (distance - 0.5 * delta))
    return reduced(loss if weight is None else loss * weight, reduction)
