import math


class TorchTransformer(TorchLayer):
    """An encoder and a decoder, with PyTorch's arguments and parameters."""

    def __init__(
        self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1,
        activation=paddle.nn.functional.relu, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5,
        batch_first=False, norm_first=False, bias=True, device=None, dtype=None,
    ):
        super().__init__()
        layer = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias,
            device, dtype,
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
        self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
        tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
        memory_is_causal=False,
    ):
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        dtype = dtype or paddle.get_default_dtype()
        return paddle.triu(paddle.full([sz, sz], float("-inf"), dtype), 1)
