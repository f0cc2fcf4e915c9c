class AdamWOptimizer(AdamOptimizer):
    """Adam whose weight decay shrinks the parameters and is no part of the gradient."""

    decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, **others):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **others)
