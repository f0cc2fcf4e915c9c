"""Losses of truth values."""

from __future__ import annotations

import paddle

from .losses import TorchWeightedLoss, reduced, reduction_of


def check_same_shape(input: paddle.Tensor, target: paddle.Tensor) -> None:
    """Raises PyTorch's error if a target has another shape than the input."""
    if input.shape != target.shape:
        raise ValueError(f"the target has the shape {list(target.shape)}, but the input {list(input.shape)}")


def functional_binary_cross_entropy(
    input: paddle.Tensor,
    target: paddle.Tensor,
    weight: paddle.Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> paddle.Tensor:
    """Cross entropy of probabilities. The target gets a gradient, too."""
    check_same_shape(input, target)
    loss = paddle.nn.functional.binary_cross_entropy(input, target.detach(), None, "none")
    if not target.stop_gradient:
        probability = input.detach()
        slope = paddle.log1p(-probability).clip(min=-100) - paddle.log(probability).clip(min=-100)
        loss = loss + slope * (target - target.detach())
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))


def functional_binary_cross_entropy_with_logits(
    input: paddle.Tensor,
    target: paddle.Tensor,
    weight: paddle.Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: paddle.Tensor | None = None,
) -> paddle.Tensor:
    """Cross entropy of logits. The target gets a gradient, too."""
    check_same_shape(input, target)
    scale = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    loss = (1 - target) * input - scale * paddle.nn.functional.log_sigmoid(input)
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))


class TorchBCELoss(TorchWeightedLoss, stands_for="BCELoss"):
    """Cross entropy of probabilities."""

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        return functional_binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class TorchBCEWithLogitsLoss(TorchWeightedLoss, stands_for="BCEWithLogitsLoss"):
    """Cross entropy of logits."""

    def __init__(
        self,
        weight: paddle.Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
        pos_weight: paddle.Tensor | None = None,
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: paddle.Tensor, target: paddle.Tensor):
        settings = {"reduction": self.reduction, "pos_weight": self.pos_weight}
        return functional_binary_cross_entropy_with_logits(input, target, self.weight, **settings)
