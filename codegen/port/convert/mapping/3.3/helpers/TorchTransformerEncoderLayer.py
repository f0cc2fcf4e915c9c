class TorchTransformerEncoderLayer(TorchLayer):
    """Attention to itself and two linear layers, with PyTorch's arguments and parameters."""

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=paddle.nn.functional.relu,
        layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None, dtype=None,
    ):
        super().__init__()
        like = {"device": device, "dtype": dtype}
        self.self_attn = TorchMultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **like)
        self.linear1 = TorchLinear(d_model, dim_feedforward, bias, **like)
        self.dropout = paddle.nn.Dropout(dropout)
        self.linear2 = TorchLinear(dim_feedforward, d_model, bias, **like)
        self.norm_first = norm_first
        self.norm1 = TorchLayerNorm(d_model, layer_norm_eps, bias=bias, **like)
        self.norm2 = TorchLayerNorm(d_model, layer_norm_eps, bias=bias, **like)
        self.dropout1 = paddle.nn.Dropout(dropout)
        self.dropout2 = paddle.nn.Dropout(dropout)
        self.activation = activation_named(activation)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        if self.norm_first:
            src = src + self._sa_block(self.norm1(src), src_mask, src_key_padding_mask)
            return src + self._ff_block(self.norm2(src))
        src = self.norm1(src + self._sa_block(src, src_mask, src_key_padding_mask))
        return self.norm2(src + self._ff_block(src))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0]
        return self.dropout1(x)

    def _ff_block(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))
