class ConstantLRScheduler(SchedulerBase):
    """Multiplies the learning rates by `factor` until `total_iters` epochs have passed."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1, verbose=False):
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self._lrs()]
        return [lr / self.factor if self.last_epoch == self.total_iters else lr for lr in self._lrs()]

    def _get_closed_form_lr(self):
        return [base if self.last_epoch >= self.total_iters else base * self.factor for base in self.base_lrs]
