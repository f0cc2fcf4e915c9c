class AdamOptimizer(OptimizerBase):
    """Adam with PyTorch's weight decay (added to the gradient), `eps` and `amsgrad`."""

    decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, **others):
        names = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad)
        super().__init__(params, {**names, **others})

    def update(self, p, grad, state, group):
        beta1, beta2 = group["betas"]
        if not state:
            state.update(step=0, exp_avg=paddle.zeros_like(p), exp_avg_sq=paddle.zeros_like(p))
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = paddle.zeros_like(p)
        state["step"] += 1
        decay = group["weight_decay"]
        if decay and (self.decoupled or group.get("decoupled_weight_decay")):
            p.subtract_(p * (group["lr"] * decay))
        elif decay:
            grad = grad + decay * p
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_avg_sq"] = square = beta2 * state["exp_avg_sq"] + (1 - beta2) * grad * grad
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = square = paddle.maximum(state["max_exp_avg_sq"], square)
        denominator = paddle.sqrt(square) / (1 - beta2 ** state["step"]) ** 0.5 + group["eps"]
        p.subtract_(state["exp_avg"] / denominator * (group["lr"] / (1 - beta1 ** state["step"])))
