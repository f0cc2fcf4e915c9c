def reduced(loss, reduction):
    """The mean or the sum of a loss, or the loss itself."""
    if reduction == "mean":
        return loss.mean()
    if reduction not in ("sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return loss.sum() if reduction == "sum" else loss
