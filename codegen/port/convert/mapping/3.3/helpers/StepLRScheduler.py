class StepLRScheduler(SchedulerBase):
    """Multiplies the learning rates by `gamma` every `step_size` epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        is_time = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [lr * self.gamma if is_time else lr for lr in self._lrs()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]
