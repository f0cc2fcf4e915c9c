class MultiplicativeLRScheduler(LambdaLRScheduler):
    """Multiplies the learning rates by a function of the epoch at each step."""

    def get_lr(self):
        if self.last_epoch <= 0:
            return self._lrs()
        return [lr * function(self.last_epoch) for function, lr in zip(self.lr_lambdas, self._lrs())]
