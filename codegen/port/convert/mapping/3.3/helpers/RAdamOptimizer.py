class RAdamOptimizer(OptimizerBase):
    """Rectified Adam."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, **others
    ):
        names = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {**names, "decoupled_weight_decay": decoupled_weight_decay, **others})

    def update(self, p, grad, state, group):
        beta1, beta2 = group["betas"]
        if not state:
            state.update(step=0, exp_avg=paddle.zeros_like(p), exp_avg_sq=paddle.zeros_like(p))
        state["step"] += 1
        step = state["step"]
        if group["decoupled_weight_decay"]:
            p.subtract_(p * (group["lr"] * group["weight_decay"]))
        else:
            grad = grad + group["weight_decay"] * p
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * grad * grad
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * beta2**step / (1 - beta2**step)
        update = state["exp_avg"] * (group["lr"] / (1 - beta1**step))
        if length > 5:
            factor = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
            scale = (factor * (1 - beta2**step)) ** 0.5
            update = update / (paddle.sqrt(state["exp_avg_sq"]) + group["eps"]) * scale
        p.subtract_(update)
