class AdamaxOptimizer(OptimizerBase):
    """Adamax, with PyTorch's `eps` and weight decay."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, **others):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, **others))

    def update(self, p, grad, state, group):
        beta1, beta2 = group["betas"]
        if not state:
            state.update(step=0, exp_avg=paddle.zeros_like(p), exp_inf=paddle.zeros_like(p))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_inf"] = paddle.maximum(beta2 * state["exp_inf"], paddle.abs(grad) + group["eps"])
        p.subtract_(state["exp_avg"] / state["exp_inf"] * (group["lr"] / (1 - beta1 ** state["step"])))
