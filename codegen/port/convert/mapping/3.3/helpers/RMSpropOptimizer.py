class RMSpropOptimizer(OptimizerBase):
    """RMSprop as PyTorch computes it: `eps` is added to the root."""

    def __init__(
        self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, **others
    ):
        names = dict(lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay, momentum=momentum, centered=centered)
        super().__init__(params, {**names, **others})

    def update(self, p, grad, state, group):
        alpha = group["alpha"]
        if not state:
            names = ["square_avg", "grad_avg", "momentum_buffer"]
            state.update({name: paddle.zeros_like(p) for name in names}, step=0)
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["square_avg"] = mean = alpha * state["square_avg"] + (1 - alpha) * grad * grad
        if group["centered"]:
            state["grad_avg"] = alpha * state["grad_avg"] + (1 - alpha) * grad
            mean = mean - state["grad_avg"] * state["grad_avg"]
        update = grad / (paddle.sqrt(mean) + group["eps"])
        if group["momentum"]:
            state["momentum_buffer"] = update = group["momentum"] * state["momentum_buffer"] + update
        p.subtract_(update * group["lr"])
