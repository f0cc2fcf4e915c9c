class AdagradOptimizer(OptimizerBase):
    """Adagrad with PyTorch's decay of the learning rate."""

    def __init__(
        self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, **others
    ):
        names = dict(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, eps=eps)
        super().__init__(params, {**names, "initial_accumulator_value": initial_accumulator_value, **others})

    def update(self, p, grad, state, group):
        if not state:
            state.update(step=0, sum=paddle.full_like(p, group["initial_accumulator_value"]))
        state["step"] += 1
        grad = grad + group["weight_decay"] * p
        state["sum"] = state["sum"] + grad * grad
        lr = group["lr"] / (1 + (state["step"] - 1) * group["lr_decay"])
        p.subtract_(grad / (paddle.sqrt(state["sum"]) + group["eps"]) * lr)
