def functional_multi_margin_loss(
    input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Margins between the class of each item and all others."""
    is_batch = input.ndim == 2
    if not is_batch:
        input, target = input.unsqueeze(0), target.reshape([1])
    classes = target.astype("int64").unsqueeze(1)
    values = paddle.take_along_axis(input, classes, 1, broadcast=False)
    margins = (margin - values + input).clip(min=0)
    margins = margins if p == 1 else margins * margins
    if weight is not None:
        margins = margins * paddle.gather(weight, classes.flatten()).unsqueeze(1)
    others = 1 - paddle.nn.functional.one_hot(classes.squeeze(1), input.shape[1]).astype(input.dtype)
    loss = (margins * others).sum(1) / input.shape[1]
    return reduced(loss if is_batch else loss.squeeze(0), reduction_of(size_average, reduce, reduction))
