def focal_loss(inputs, targets, alpha=0.25, gamma=2.0, reduction="none"):
    """The focal loss of logits, which gives less weight to items that are classified well."""
    p = paddle.nn.functional.sigmoid(inputs)
    loss = paddle.nn.functional.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    loss = loss * (1 - (p * targets + (1 - p) * (1 - targets))) ** gamma
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss
