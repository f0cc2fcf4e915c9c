class AdadeltaOptimizer(OptimizerBase):
    """Adadelta, with PyTorch's learning rate and weight decay."""

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, **others):
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, **others))

    def update(self, p, grad, state, group):
        rho, eps = group["rho"], group["eps"]
        if not state:
            state.update(step=0, square_avg=paddle.zeros_like(p), acc_delta=paddle.zeros_like(p))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["square_avg"] = rho * state["square_avg"] + (1 - rho) * grad * grad
        delta = paddle.sqrt(state["acc_delta"] + eps) / paddle.sqrt(state["square_avg"] + eps) * grad
        state["acc_delta"] = rho * state["acc_delta"] + (1 - rho) * delta * delta
        p.subtract_(delta * group["lr"])
