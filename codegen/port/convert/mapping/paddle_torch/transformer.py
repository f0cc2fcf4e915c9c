"""Attention, and the layers that are made of it."""

from __future__ import annotations

import copy
import math
from typing import Any

import paddle

from .convolution import functional_pad
from .functional import activation_named
from .layer import TorchLayer
from .layers import TorchLinear
from .normalization import TorchLayerNorm
from .paddle_layers import TorchDropout


def apply_rotary_position_embeddings(x: paddle.Tensor, cos, sin, **kwargs):
    """Rotates the first features of `x`, half against half; `cos` and `sin` have a row for each position."""
    if any(kwargs.get(name) for name in ("interleaved", "cu_seqlens", "seqlen_offsets")):
        raise NotImplementedError("only whole sequences that are not interleaved can be rotated")

    def spread(table):
        return paddle.concat([paddle.to_tensor(table)] * 2, axis=-1).unsqueeze(1).unsqueeze(0)

    cos, sin = spread(cos), spread(sin)
    width = cos.shape[-1]
    turned, kept = x[..., :width], x[..., width:]
    first, second = paddle.chunk(turned, 2, axis=-1)
    turned = turned * cos + paddle.concat([-second, first], axis=-1) * sin
    return paddle.concat([turned, kept], axis=-1)


class TorchMultiheadAttention(TorchLayer, stands_for="MultiheadAttention"):
    """Attention with several heads, with PyTorch's arguments and parameters."""

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if embed_dim % num_heads:
            raise ValueError("embed_dim must be divisible by num_heads")
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.add_zero_attn = add_zero_attn
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        make = self.make_parameter
        self.q_proj_weight = self.k_proj_weight = self.v_proj_weight = self.in_proj_weight = None
        if self._qkv_same_embed_dim:
            self.in_proj_weight = make((3 * embed_dim, embed_dim), device, dtype)
        else:
            self.q_proj_weight = make((embed_dim, embed_dim), device, dtype)
            self.k_proj_weight = make((embed_dim, self.kdim), device, dtype)
            self.v_proj_weight = make((embed_dim, self.vdim), device, dtype)
        self.in_proj_bias = make((3 * embed_dim,), device, dtype) if bias else None
        self.out_proj = TorchLinear(embed_dim, embed_dim, bias, device, dtype)
        self.bias_k: Any = make((1, 1, embed_dim), device, dtype) if add_bias_kv else None
        self.bias_v: Any = make((1, 1, embed_dim), device, dtype) if add_bias_kv else None
        self._reset_parameters()

    def _reset_parameters(self) -> None:
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                bound = math.sqrt(6 / sum(weight.shape))
                paddle.nn.initializer.Uniform(-bound, bound)(weight)
        for bias in (self.in_proj_bias, self.out_proj.bias):
            if bias is not None:
                paddle.nn.initializer.Constant(0.0)(bias)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                paddle.nn.initializer.Normal(0.0, math.sqrt(2 / (1 + self.embed_dim)))(bias)

    def forward(
        self,
        query: paddle.Tensor,
        key: paddle.Tensor,
        value,
        key_padding_mask: paddle.Tensor | None = None,
        need_weights: bool = True,
        attn_mask: paddle.Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ):
        is_batch = query.ndim == 3
        if not is_batch:
            query, key, value = (item.unsqueeze(0) for item in (query, key, value))
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
        elif not self.batch_first:
            query, key, value = (item.transpose([1, 0, 2]) for item in (query, key, value))
        output, weights = self._attend(query, key, value, key_padding_mask, attn_mask)
        output = output.squeeze(0) if not is_batch else output if self.batch_first else output.transpose([1, 0, 2])
        if not need_weights:
            return output, None
        weights = weights.mean(1) if average_attn_weights else weights
        return output, weights if is_batch else weights.squeeze(0)

    def _projected(self, query: paddle.Tensor, key: paddle.Tensor, value):
        """Query, key and value, split into heads."""
        if self._qkv_same_embed_dim:
            weights = paddle.chunk(self.in_proj_weight, 3, 0)
        else:
            weights = [self.q_proj_weight, self.k_proj_weight, self.v_proj_weight]
        biases = [None] * 3 if self.in_proj_bias is None else paddle.chunk(self.in_proj_bias, 3, 0)
        linear = paddle.compat.nn.functional.linear
        return [linear(item, weight, bias) for item, weight, bias in zip((query, key, value), weights, biases)]

    def _attend(self, query: paddle.Tensor, key: paddle.Tensor, value, key_padding_mask, attn_mask):
        query, key, value = self._projected(query, key, value)
        batch, added = query.shape[0], 0
        if self.bias_k is not None:
            key = paddle.concat([key, self.bias_k.expand([batch, 1, self.embed_dim])], 1)
            value = paddle.concat([value, self.bias_v.expand([batch, 1, self.embed_dim])], 1)
            added += 1
        if self.add_zero_attn:
            zeros = paddle.zeros([batch, 1, self.embed_dim], key.dtype)
            key, value = paddle.concat([key, zeros], 1), paddle.concat([value, zeros], 1)
            added += 1
        shape = [batch, -1, self.num_heads, self.head_dim]
        query, key, value = (item.reshape(shape).transpose([0, 2, 1, 3]) for item in (query, key, value))
        scores = paddle.matmul(query / math.sqrt(self.head_dim), key, transpose_y=True)
        scores = scores + self._mask(attn_mask, batch, added, scores.dtype)
        if key_padding_mask is not None:
            scores = scores + self._mask(key_padding_mask.unsqueeze(1), batch, added, scores.dtype, 1)
        weights = paddle.nn.functional.softmax(scores, -1)
        weights = paddle.nn.functional.dropout(weights, self.dropout, training=self.training)
        output = paddle.matmul(weights, value).transpose([0, 2, 1, 3]).flatten(2)
        return self.out_proj(output), weights

    def _mask(self, mask, batch, added, dtype: Any, heads: int | None = None):
        """The values that a mask adds to the scores: true items hide a position, numbers are added."""
        if mask is None:
            return 0.0
        if mask.dtype == paddle.bool:
            mask = paddle.where(mask, paddle.to_tensor(float("-inf"), dtype), paddle.to_tensor(0.0, dtype))
        if added:
            mask = functional_pad(mask.astype(dtype), [0, added])
        if mask.ndim == 3:
            mask = mask.reshape([batch, heads or self.num_heads, *mask.shape[1:]])
        return mask.astype(dtype)


class TorchTransformerDecoder(TorchLayer, stands_for="TransformerDecoder"):
    """Copies of a layer, one after the other."""

    def __init__(self, decoder_layer, num_layers: int, norm=None) -> None:
        super().__init__()
        self.layers = paddle.nn.LayerList([copy.deepcopy(decoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        tgt: paddle.Tensor,
        memory: paddle.Tensor,
        tgt_mask: paddle.Tensor | None = None,
        memory_mask: paddle.Tensor | None = None,
        tgt_key_padding_mask: paddle.Tensor | None = None,
        memory_key_padding_mask: paddle.Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ):
        for layer in self.layers:
            tgt = layer(
                tgt,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
            )
        return tgt if self.norm is None else self.norm(tgt)


class TransformerLayer(TorchLayer):
    """Base of the layers of encoders and decoders: attention, two linear layers, and a norm after each step."""

    steps = 2

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation=paddle.nn.functional.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        like = {"device": device, "dtype": dtype}
        self.self_attn = TorchMultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **like)
        if self.steps == 3:
            self.multihead_attn = TorchMultiheadAttention(
                d_model, nhead, dropout, bias, batch_first=batch_first, **like
            )
        self.linear1 = TorchLinear(d_model, dim_feedforward, bias, **like)
        self.dropout = TorchDropout(dropout)
        self.linear2 = TorchLinear(dim_feedforward, d_model, bias, **like)
        self.norm_first = norm_first
        for step in range(self.steps):
            setattr(self, f"norm{step + 1}", TorchLayerNorm(d_model, layer_norm_eps, bias=bias, **like))
        for step in range(self.steps):
            setattr(self, f"dropout{step + 1}", TorchDropout(dropout))
        self.activation = activation_named(activation)

    def _sa_block(self, x: paddle.Tensor, attn_mask, key_padding_mask):
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]
        return self.dropout1(x)


class TorchTransformerDecoderLayer(TransformerLayer, stands_for="TransformerDecoderLayer"):
    """Attention to itself and to a memory, and two linear layers, with PyTorch's arguments and parameters."""

    steps = 3

    def forward(
        self,
        tgt: paddle.Tensor,
        memory: paddle.Tensor,
        tgt_mask: paddle.Tensor | None = None,
        memory_mask: paddle.Tensor | None = None,
        tgt_key_padding_mask: paddle.Tensor | None = None,
        memory_key_padding_mask: paddle.Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ):
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), tgt_mask, tgt_key_padding_mask)
            x = x + self._mha_block(self.norm2(x), memory, memory_mask, memory_key_padding_mask)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, tgt_mask, tgt_key_padding_mask))
        x = self.norm2(x + self._mha_block(x, memory, memory_mask, memory_key_padding_mask))
        return self.norm3(x + self._ff_block(x))

    def _mha_block(self, x: paddle.Tensor, mem, attn_mask, key_padding_mask):
        attend = self.multihead_attn
        x = attend(x, mem, mem, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]
        return self.dropout2(x)

    def _ff_block(self, x: paddle.Tensor):
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TorchTransformerEncoder(TorchLayer, stands_for="TransformerEncoder"):
    """Copies of a layer, one after the other."""

    def __init__(
        self, encoder_layer, num_layers: int, norm=None, enable_nested_tensor: bool = True, mask_check: bool = True
    ) -> None:
        super().__init__()
        self.layers = paddle.nn.LayerList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        src: paddle.Tensor,
        mask=None,
        src_key_padding_mask: paddle.Tensor | None = None,
        is_causal: bool | None = None,
    ):
        for layer in self.layers:
            src = layer(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


class TorchTransformerEncoderLayer(TransformerLayer, stands_for="TransformerEncoderLayer"):
    """Attention to itself and two linear layers, with PyTorch's arguments and parameters."""

    def forward(
        self,
        src: paddle.Tensor,
        src_mask: paddle.Tensor | None = None,
        src_key_padding_mask: paddle.Tensor | None = None,
        is_causal: bool = False,
    ):
        if self.norm_first:
            src = src + self._sa_block(self.norm1(src), src_mask, src_key_padding_mask)
            return src + self._ff_block(self.norm2(src))
        src = self.norm1(src + self._sa_block(src, src_mask, src_key_padding_mask))
        return self.norm2(src + self._ff_block(src))

    def _ff_block(self, x: paddle.Tensor):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TorchTransformer(TorchLayer, stands_for="Transformer"):
    """An encoder and a decoder, with PyTorch's arguments and parameters."""

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation=paddle.nn.functional.relu,
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        layer = (
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            layer_norm_eps,
            batch_first,
            norm_first,
            bias,
            device,
            dtype,
        )
        norms = [TorchLayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype) for _ in range(2)]
        encoder = TorchTransformerEncoder(TorchTransformerEncoderLayer(*layer), num_encoder_layers, norms[0])
        decoder = TorchTransformerDecoder(TorchTransformerDecoderLayer(*layer), num_decoder_layers, norms[1])
        self.encoder = encoder if custom_encoder is None else custom_encoder
        self.decoder = decoder if custom_decoder is None else custom_decoder
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first
        for parameter in self.parameters():
            if parameter.ndim > 1:
                bound = math.sqrt(6 / sum(parameter.shape))
                paddle.nn.initializer.Uniform(-bound, bound)(parameter)

    def forward(
        self,
        src: paddle.Tensor,
        tgt: paddle.Tensor,
        src_mask: paddle.Tensor | None = None,
        tgt_mask: paddle.Tensor | None = None,
        memory_mask: paddle.Tensor | None = None,
        src_key_padding_mask: paddle.Tensor | None = None,
        tgt_key_padding_mask: paddle.Tensor | None = None,
        memory_key_padding_mask: paddle.Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ):
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None):
        dtype = dtype or paddle.get_default_dtype()
        return paddle.triu(paddle.full([sz, sz], float("-inf"), dtype), 1)
