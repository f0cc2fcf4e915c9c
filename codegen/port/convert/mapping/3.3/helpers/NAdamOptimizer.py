class NAdamOptimizer(OptimizerBase):
    """Adam with Nesterov momentum, with PyTorch's momentum schedule."""

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
        decoupled_weight_decay=False, **others
    ):
        names = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, {**names, "decoupled_weight_decay": decoupled_weight_decay, **others})

    def update(self, p, grad, state, group):
        beta1, beta2 = group["betas"]
        lr, decay = group["lr"], group["weight_decay"]
        if not state:
            state.update(step=0, mu_product=1.0, exp_avg=paddle.zeros_like(p), exp_avg_sq=paddle.zeros_like(p))
        state["step"] += 1
        step = state["step"]
        if group["decoupled_weight_decay"]:
            p.subtract_(p * (lr * decay))
        else:
            grad = grad + decay * p
        mu, mu_next = (beta1 * (1 - 0.5 * 0.96 ** (t * group["momentum_decay"])) for t in (step, step + 1))
        state["mu_product"] *= mu
        state["exp_avg"] = beta1 * state["exp_avg"] + (1 - beta1) * grad
        state["exp_avg_sq"] = beta2 * state["exp_avg_sq"] + (1 - beta2) * grad * grad
        denominator = paddle.sqrt(state["exp_avg_sq"] / (1 - beta2**step)) + group["eps"]
        p.subtract_(grad / denominator * (lr * (1 - mu) / (1 - state["mu_product"])))
        p.subtract_(state["exp_avg"] / denominator * (lr * mu_next / (1 - state["mu_product"] * mu_next)))
