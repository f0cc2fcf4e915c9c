def functional_multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Margins between the labels, which end at -1, and all other classes."""
    is_batch = input.ndim == 2
    if not is_batch:
        input, target = input.unsqueeze(0), target.unsqueeze(0)
    count = input.shape[1]
    valid = paddle.cumprod((target >= 0).astype("int64"), 1)
    labels = paddle.where(valid > 0, target.astype("int64"), paddle.zeros_like(target, "int64"))
    hits = paddle.nn.functional.one_hot(labels, count) * valid.unsqueeze(-1).astype("float32")
    others = (hits.sum(1) == 0).astype(input.dtype).unsqueeze(1)
    values = paddle.take_along_axis(input, labels, 1, broadcast=False).unsqueeze(-1)
    margins = (1 - values + input.unsqueeze(1)).clip(min=0)
    loss = (margins * others * valid.unsqueeze(-1).astype(input.dtype)).sum([1, 2]) / count
    return reduced(loss if is_batch else loss.squeeze(0), reduction_of(size_average, reduce, reduction))
