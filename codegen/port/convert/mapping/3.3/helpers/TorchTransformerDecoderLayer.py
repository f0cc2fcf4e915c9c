class TorchTransformerDecoderLayer(TorchLayer):
    """Attention to itself and to a memory, and two linear layers, with PyTorch's arguments and parameters."""

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=paddle.nn.functional.relu,
        layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None, dtype=None,
    ):
        super().__init__()
        like = {"device": device, "dtype": dtype}
        self.self_attn = TorchMultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **like)
        self.multihead_attn = TorchMultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **like)
        self.linear1 = TorchLinear(d_model, dim_feedforward, bias, **like)
        self.dropout = paddle.nn.Dropout(dropout)
        self.linear2 = TorchLinear(dim_feedforward, d_model, bias, **like)
        self.norm_first = norm_first
        self.norm1 = TorchLayerNorm(d_model, layer_norm_eps, bias=bias, **like)
        self.norm2 = TorchLayerNorm(d_model, layer_norm_eps, bias=bias, **like)
        self.norm3 = TorchLayerNorm(d_model, layer_norm_eps, bias=bias, **like)
        self.dropout1 = paddle.nn.Dropout(dropout)
        self.dropout2 = paddle.nn.Dropout(dropout)
        self.dropout3 = paddle.nn.Dropout(dropout)
        self.activation = activation_named(activation)

    def forward(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
        memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False,
    ):
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), tgt_mask, tgt_key_padding_mask)
            x = x + self._mha_block(self.norm2(x), memory, memory_mask, memory_key_padding_mask)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, tgt_mask, tgt_key_padding_mask))
        x = self.norm2(x + self._mha_block(x, memory, memory_mask, memory_key_padding_mask))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]
        return self.dropout1(x)

    def _mha_block(self, x, mem, attn_mask, key_padding_mask):
        attend = self.multihead_attn
        x = attend(x, mem, mem, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]
        return self.dropout2(x)

    def _ff_block(self, x):
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))
