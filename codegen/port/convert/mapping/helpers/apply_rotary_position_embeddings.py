def apply_rotary_position_embeddings(x, cos, sin, **kwargs):
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
