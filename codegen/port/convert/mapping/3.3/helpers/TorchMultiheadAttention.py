import math


class TorchMultiheadAttention(TorchLayer):
    """Attention with several heads, with PyTorch's arguments and parameters."""

    def __init__(
        self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None,
        vdim=None, batch_first=False, device=None, dtype=None,
    ):
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
        self.bias_k = make((1, 1, embed_dim), device, dtype) if add_bias_kv else None
        self.bias_v = make((1, 1, embed_dim), device, dtype) if add_bias_kv else None
        self._reset_parameters()

    def _reset_parameters(self):
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
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
        average_attn_weights=True, is_causal=False,
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

    def _projected(self, query, key, value):
        """Query, key and value, split into heads."""
        if self._qkv_same_embed_dim:
            weights = paddle.chunk(self.in_proj_weight, 3, 0)
        else:
            weights = [self.q_proj_weight, self.k_proj_weight, self.v_proj_weight]
        biases = [None] * 3 if self.in_proj_bias is None else paddle.chunk(self.in_proj_bias, 3, 0)
        linear = paddle.compat.nn.functional.linear
        return [linear(item, weight, bias) for item, weight, bias in zip((query, key, value), weights, biases)]

    def _attend(self, query, key, value, key_padding_mask, attn_mask):
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

    def _mask(self, mask, batch, added, dtype, heads=None):
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
