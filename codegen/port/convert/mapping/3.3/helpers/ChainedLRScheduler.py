class ChainedLRScheduler:
    """Takes a step of each scheduler at each step."""

    def __init__(self, schedulers, optimizer=None):
        self._schedulers = list(schedulers)
        self.optimizer = optimizer if optimizer is not None else self._schedulers[0].optimizer
        self._last_lr = self._schedulers[-1]._lrs()

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._schedulers[-1]._lrs()

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {"_schedulers": [scheduler.state_dict() for scheduler in self._schedulers], "_last_lr": self._last_lr}

    def load_state_dict(self, state_dict):
        self._last_lr = state_dict["_last_lr"]
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)
