class ASGDOptimizer(OptimizerBase):
    """Averaged stochastic gradient descent; the average is in the state, under `ax`."""

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, **others):
        names = dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay)
        super().__init__(params, {**names, **others})

    def update(self, p, grad, state, group):
        lr, lambd = group["lr"], group["lambd"]
        if not state:
            state.update(step=0, eta=lr, mu=1.0, ax=paddle.zeros_like(p))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        p.subtract_(p * (lambd * state["eta"]))
        p.subtract_(grad * state["eta"])
        state["ax"] = p.clone() if state["mu"] == 1 else state["ax"] + (p - state["ax"]) * state["mu"]
        state["eta"] = lr / (1 + lambd * lr * state["step"]) ** group["alpha"]
        state["mu"] = 1 / max(1, state["step"] - group["t0"])
