def reduction_of(size_average=None, reduce=None, reduction="mean"):
    """The reduction that PyTorch's older arguments mean."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"
