class RpropOptimizer(OptimizerBase):
    """Resilient backpropagation."""

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), **others):
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, **others))

    def update(self, p, grad, state, group):
        if not state:
            state.update(step=0, prev=paddle.zeros_like(p), step_size=paddle.full_like(p, group["lr"]))
        state["step"] += 1
        sign = paddle.sign(grad * state["prev"])
        ones = paddle.ones_like(p)
        factor = paddle.where(sign > 0, ones * group["etas"][1], paddle.where(sign < 0, ones * group["etas"][0], ones))
        state["step_size"] = paddle.clip(state["step_size"] * factor, *group["step_sizes"])
        state["prev"] = paddle.where(sign < 0, paddle.zeros_like(grad), grad)
        p.subtract_(paddle.sign(state["prev"]) * state["step_size"])
