class PolynomialLRScheduler(SchedulerBase):
    """Lowers the learning rates to zero in `total_iters` epochs, as a power of the remaining time."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose=False):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._lrs()
        left, before = self.total_iters - self.last_epoch, self.total_iters - self.last_epoch + 1
        return [lr * (left / before) ** self.power for lr in self._lrs()]

    def _get_closed_form_lr(self):
        left = 1 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]
