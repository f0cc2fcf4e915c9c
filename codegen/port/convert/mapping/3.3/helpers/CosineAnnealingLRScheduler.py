import math


class CosineAnnealingLRScheduler(SchedulerBase):
    """Moves the learning rates between the initial ones and `eta_min` along a cosine."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1, verbose=False):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def _height(self, epoch):
        return 1 + math.cos(math.pi * epoch / self.T_max)

    def get_lr(self):
        low, epoch = self.eta_min, self.last_epoch
        if epoch == 0:
            return self._lrs()
        if self._step_count == 1:
            return self._get_closed_form_lr()
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [lr + (base - low) * rise for lr, base in zip(self._lrs(), self.base_lrs)]
        return [self._height(epoch) / self._height(epoch - 1) * (lr - low) + low for lr in self._lrs()]

    def _get_closed_form_lr(self):
        low = self.eta_min
        return [low + (base - low) * self._height(self.last_epoch) / 2 for base in self.base_lrs]
