"""Losses, as functions and as layers."""

from __future__ import annotations

import math

import paddle

from .functional import functional_log_softmax
from .layer import TorchLayer


def focal_loss(inputs, targets: paddle.Tensor, alpha: float = 0.25, gamma: float = 2.0, reduction: str = "none"):
    """The focal loss of logits, which gives less weight to items that are classified well."""
    p = paddle.nn.functional.sigmoid(inputs)
    loss = paddle.nn.functional.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    loss = loss * (1 - (p * targets + (1 - p) * (1 - targets))) ** gamma
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss


def reduced(loss, reduction: str) -> paddle.Tensor:
    """The mean or the sum of a loss, or the loss itself."""
    if reduction == "mean":
        return loss.mean()
    if reduction not in ("sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return loss.sum() if reduction == "sum" else loss


def reduction_of(size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"):
    """The reduction that PyTorch's older arguments mean."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"


def functional_nll_loss(
    input: paddle.Tensor,
    target: paddle.Tensor,
    weight: paddle.Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> paddle.Tensor:
    """The negative log-likelihood of classes, which are in the second dimension."""
    reduction = reduction_of(size_average, reduce, reduction)
    axis = 1 if input.ndim > 1 else 0
    if list(target.shape) != [*input.shape[:axis], *input.shape[axis + 1 :]]:
        raise ValueError(f"an input of shape {list(input.shape)} has no target of shape {list(target.shape)}")
    target = target.astype("int64")
    valid = target != ignore_index
    classes = paddle.where(valid, target, paddle.zeros_like(target))
    picked = paddle.take_along_axis(input, classes.unsqueeze(axis), axis, broadcast=False).squeeze(axis)
    scale = valid.astype(input.dtype)
    if weight is not None:
        scale = scale * paddle.gather(weight, classes.flatten()).reshape(classes.shape)
    loss = -picked * scale
    return loss.sum() / scale.sum() if reduction == "mean" else reduced(loss, reduction)


def functional_cross_entropy(
    input: paddle.Tensor,
    target: paddle.Tensor,
    weight: paddle.Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> paddle.Tensor:
    """Cross entropy with classes, or with their probabilities; the classes are in the second dimension."""
    reduction = reduction_of(size_average, reduce, reduction)
    axis = 1 if input.ndim > 1 else 0
    logs = functional_log_softmax(input, axis)
    count = input.shape[axis]
    shape = [1] * axis + [-1] + [1] * (input.ndim - axis - 1)
    weighted = logs if weight is None else logs * weight.reshape(shape)
    if target.is_floating_point():
        target = target * (1 - label_smoothing) + label_smoothing / count
        loss = -(weighted * target).sum(axis)
        return loss.sum() / (input.size // count) if reduction == "mean" else reduced(loss, reduction)
    if label_smoothing == 0.0:
        return functional_nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    exact = functional_nll_loss(logs, target, weight, ignore_index=ignore_index, reduction="none")
    valid = target != ignore_index
    even = -weighted.sum(axis) * valid.astype(input.dtype)
    loss = exact * (1 - label_smoothing) + even * (label_smoothing / count)
    if reduction != "mean":
        return reduced(loss, reduction)
    if weight is None:
        return loss.sum() / valid.astype(input.dtype).sum()
    classes = paddle.where(valid, target, paddle.zeros_like(target)).flatten()
    return loss.sum() / (paddle.gather(weight, classes) * valid.flatten().astype(input.dtype)).sum()


def functional_ctc_loss(
    log_probs: paddle.Tensor,
    targets: paddle.Tensor,
    input_lengths: paddle.Tensor,
    target_lengths: paddle.Tensor,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> paddle.Tensor:
    """The loss of sequences that are aligned with labels."""
    is_batch = log_probs.ndim == 3
    if not is_batch:
        log_probs, targets = log_probs.unsqueeze(1), targets.unsqueeze(0)
    lengths = [
        value.reshape([-1]) if paddle.is_tensor(value) else paddle.to_tensor(value).reshape([-1])
        for value in (input_lengths, target_lengths)
    ]
    lengths = [value.astype("int64") for value in lengths]
    if targets.ndim == 1:
        sizes = lengths[1].tolist()
        rows = [row.tolist() for row in paddle.split(targets, sizes)]
        targets = paddle.to_tensor([row + [0] * (max(sizes) - len(row)) for row in rows])
    loss = paddle.nn.functional.ctc_loss(
        log_probs, targets.astype("int32"), lengths[0], lengths[1], blank, reduction="none"
    ).reshape([-1])
    if zero_infinity:
        loss = paddle.where(paddle.isinf(loss), paddle.zeros_like(loss), loss)
    if reduction == "mean":
        return (loss / lengths[1].clip(min=1).astype(loss.dtype)).mean()
    return reduced(loss if is_batch or reduction == "sum" else loss.squeeze(0), reduction)


def functional_gaussian_nll_loss(
    input: paddle.Tensor, target: paddle.Tensor, var, full: bool = False, eps: float = 1e-6, reduction: str = "mean"
) -> paddle.Tensor:
    """The negative log-likelihood of a normal distribution; the variance gets a gradient."""
    if not paddle.is_tensor(var):
        var = paddle.full_like(input, var)
    if var.ndim == input.ndim - 1:
        var = var.unsqueeze(-1)
    if bool((var < 0).any()):
        raise ValueError("var has negative items")
    var = var + (var.clip(min=eps) - var).detach()
    loss = 0.5 * (paddle.log(var) + (input - target) ** 2 / var)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def functional_huber_loss(
    input: paddle.Tensor,
    target: paddle.Tensor,
    reduction: str = "mean",
    delta: float = 1.0,
    weight: paddle.Tensor | None = None,
) -> paddle.Tensor:
    """Squares of small differences, and multiples of large ones."""
    distance = (input - target).abs()
    loss = paddle.where(distance <= delta, 0.5 * distance * distance, delta * (distance - 0.5 * delta))
    return reduced(loss if weight is None else loss * weight, reduction)


def functional_kl_div(
    input: paddle.Tensor,
    target: paddle.Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> paddle.Tensor:
    """The divergence of distributions, whose input is in log space."""
    if log_target:
        loss = paddle.exp(target) * (target - input)
    else:
        positive = target > 0
        safe = paddle.where(positive, target, paddle.ones_like(target))
        loss = paddle.where(positive, target * paddle.log(safe), paddle.zeros_like(target)) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0]
    return reduced(loss, reduction_of(size_average, reduce, reduction))


def functional_multi_margin_loss(
    input: paddle.Tensor,
    target: paddle.Tensor,
    p: float = 1,
    margin: float = 1.0,
    weight: paddle.Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> paddle.Tensor:
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


def functional_multilabel_margin_loss(
    input: paddle.Tensor,
    target: paddle.Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> paddle.Tensor:
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


def functional_multilabel_soft_margin_loss(
    input: paddle.Tensor,
    target: paddle.Tensor,
    weight: paddle.Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> paddle.Tensor:
    """The mean over the classes of a logistic loss for each."""
    logs = paddle.nn.functional.log_sigmoid
    loss = -(target * logs(input) + (1 - target) * logs(-input))
    loss = (loss if weight is None else loss * weight).mean(-1)
    return reduced(loss, reduction_of(size_average, reduce, reduction))


def functional_poisson_nll_loss(
    input: paddle.Tensor,
    target: paddle.Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-8,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> paddle.Tensor:
    """The negative log-likelihood of a Poisson distribution."""
    reduction = reduction_of(size_average, reduce, reduction)
    loss = paddle.exp(input) - target * input if log_input else input - target * paddle.log(input + eps)
    if full:
        stirling = target * paddle.log(target) - target + 0.5 * paddle.log(2 * math.pi * target)
        loss = loss + paddle.where(target > 1, stirling, paddle.zeros_like(stirling))
    return reduced(loss, reduction)


def functional_smooth_l1_loss(
    input: paddle.Tensor,
    target: paddle.Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> paddle.Tensor:
    """Squares of small differences, and large ones as they are."""
    distance = (input - target).abs()
    loss = distance
    if beta > 0:
        loss = paddle.where(distance < beta, 0.5 * distance * distance / beta, distance - 0.5 * beta)
    return reduced(loss, reduction_of(size_average, reduce, reduction))


def get_enum(reduction: str):
    """The number that stands for a reduction in PyTorch."""
    numbers = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}
    if reduction not in numbers:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return numbers[reduction]


class TorchLoss(TorchLayer, stands_for="Loss"):
    """Base of the losses that have helpers."""

    def __init__(self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction_of(size_average, reduce, reduction)


class TorchWeightedLoss(TorchLoss, stands_for="WeightedLoss"):
    """Base of the losses with a weight for each class."""

    def __init__(
        self,
        weight: paddle.Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)


class TorchCrossEntropyLoss(TorchWeightedLoss, stands_for="CrossEntropyLoss"):
    """Cross entropy with the classes in the second dimension."""

    def __init__(
        self,
        weight: paddle.Tensor | None = None,
        size_average: bool | None = None,
        ignore_index: int = -100,
        reduce: bool | None = None,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_cross_entropy(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class TorchCTCLoss(TorchLoss, stands_for="CTCLoss"):
    """The loss of sequences that are aligned with labels."""

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__(reduction=reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def forward(
        self,
        log_probs: paddle.Tensor,
        targets: paddle.Tensor,
        input_lengths: paddle.Tensor,
        target_lengths: paddle.Tensor,
    ):
        return functional_ctc_loss(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity
        )


class TorchGaussianNLLLoss(TorchLoss, stands_for="GaussianNLLLoss"):
    """The negative log-likelihood of a normal distribution."""

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)
        self.full = full
        self.eps = eps

    def forward(self, input: paddle.Tensor, target: paddle.Tensor, var):
        return functional_gaussian_nll_loss(input, target, var, self.full, self.eps, self.reduction)


class TorchHuberLoss(TorchLoss, stands_for="HuberLoss"):
    """Squares of small differences, and multiples of large ones."""

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_huber_loss(input, target, self.reduction, self.delta)


class TorchKLDivLoss(TorchLoss, stands_for="KLDivLoss"):
    """The divergence of distributions, whose input is in log space."""

    def __init__(
        self,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
        log_target: bool = False,
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class TorchMultiLabelMarginLoss(TorchLoss, stands_for="MultiLabelMarginLoss"):
    """Margins between the labels, which end at -1, and all other classes."""

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_multilabel_margin_loss(input, target, reduction=self.reduction)


class TorchMultiLabelSoftMarginLoss(TorchWeightedLoss, stands_for="MultiLabelSoftMarginLoss"):
    """The mean over the classes of a logistic loss for each."""

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_multilabel_soft_margin_loss(input, target, self.weight, reduction=self.reduction)


class TorchMultiMarginLoss(TorchWeightedLoss, stands_for="MultiMarginLoss"):
    """Margins between the class of each item and all others."""

    def __init__(
        self,
        p: float = 1,
        margin: float = 1.0,
        weight: paddle.Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.p = p
        self.margin = margin

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_multi_margin_loss(input, target, self.p, self.margin, self.weight, reduction=self.reduction)


class TorchNLLLoss(TorchWeightedLoss, stands_for="NLLLoss"):
    """The negative log-likelihood of classes, which are in the second dimension."""

    def __init__(
        self,
        weight: paddle.Tensor | None = None,
        size_average: bool | None = None,
        ignore_index: int = -100,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_nll_loss(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class TorchPoissonNLLLoss(TorchLoss, stands_for="PoissonNLLLoss"):
    """The negative log-likelihood of a Poisson distribution."""

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        size_average: bool | None = None,
        eps: float = 1e-8,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, log_input, target: paddle.Tensor):
        return functional_poisson_nll_loss(
            log_input, target, self.log_input, self.full, eps=self.eps, reduction=self.reduction
        )


class TorchSmoothL1Loss(TorchLoss, stands_for="SmoothL1Loss"):
    """Squares of small differences, and large ones as they are."""

    def __init__(
        self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean", beta: float = 1.0
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)
