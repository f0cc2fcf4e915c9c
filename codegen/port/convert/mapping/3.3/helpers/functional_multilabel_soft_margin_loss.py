def functional_multilabel_soft_margin_loss(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """The mean over the classes of a logistic loss for each."""
    logs = paddle.nn.functional.log_sigmoid
    loss = -(target * logs(input) + (1 - target) * logs(-input))
    loss = (loss if weight is None else loss * weight).mean(-1)
    return reduced(loss, reduction_of(size_average, reduce, reduction))
