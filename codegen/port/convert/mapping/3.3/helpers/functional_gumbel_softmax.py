def functional_gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Samples of classes that can be differentiated."""
    return paddle.nn.functional.gumbel_softmax(logits, float(tau), hard, dim)
