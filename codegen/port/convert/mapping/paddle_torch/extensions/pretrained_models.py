"""Methods of pretrained models."""

from __future__ import annotations

import paddle
import paddleformers


class PreTrainedModel_methods:
    """Methods of PyTorch's pretrained models, which are added to Paddle's when this file is imported."""

    device = None

    def post_init(self) -> None:
        initialize = getattr(self, "init_weights", None) or getattr(self, "_init_weights", None)
        if initialize is not None:
            initialize()

    def get_head_mask(self, head_mask, num_hidden_layers, is_attention_chunked: bool = False):
        if head_mask is None:
            return [None] * num_hidden_layers
        if head_mask.ndim == 1:
            head_mask = head_mask.reshape([1, 1, -1, 1, 1]).expand([num_hidden_layers, -1, -1, -1, -1])
        elif head_mask.ndim == 2:
            head_mask = head_mask.reshape([head_mask.shape[0], 1, head_mask.shape[1], 1, 1])
        if head_mask.ndim != 5:
            raise ValueError(f"a head mask has 1, 2 or 5 dimensions, and this one has {head_mask.ndim}")
        head_mask = head_mask.astype(paddle.get_default_dtype())
        return head_mask.unsqueeze(-1) if is_attention_chunked else head_mask


for _name in ("device", "post_init", "get_head_mask"):
    setattr(paddleformers.transformers.model_utils.PretrainedModel, _name, getattr(PreTrainedModel_methods, _name))
