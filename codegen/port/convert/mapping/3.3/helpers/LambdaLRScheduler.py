class LambdaLRScheduler(SchedulerBase):
    """Sets the learning rates to the initial ones times a function of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        groups = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * groups
        if len(self.lr_lambdas) != groups:
            raise ValueError(f"expected {groups} functions, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [base * function(self.last_epoch) for function, base in zip(self.lr_lambdas, self.base_lrs)]

    def state_dict(self):
        return {key: value for key, value in super().state_dict().items() if key != "lr_lambdas"}
