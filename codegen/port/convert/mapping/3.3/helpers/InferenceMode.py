class InferenceMode(paddle.no_grad):
    """A context, or a decorator with or without parentheses, in which no gradients are recorded."""

    def __new__(cls, mode=True):
        if callable(mode):
            return paddle.no_grad()(mode)
        return super().__new__(cls) if mode else paddle.enable_grad()

    def __init__(self, mode=True):
        super().__init__()
