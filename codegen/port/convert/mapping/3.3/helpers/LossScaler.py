class LossScaler(paddle.amp.GradScaler):
    """Scales losses for mixed precision. Does nothing if there is no GPU."""

    def __init__(
        self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
        enabled=True
    ):
        enabled = bool(enabled) and paddle.device.cuda.device_count() > 0
        super().__init__(enabled, init_scale, growth_factor, backoff_factor, growth_interval)

    def is_enabled(self):
        return self.is_enable()

    def get_scale(self):
        return float(self.state_dict()["scale"]) if self.is_enable() else 1.0

    def step(self, optimizer, *args, **options):
        return super().step(optimizer, *args, **options) if self.is_enable() else optimizer.step(*args, **options)

    def update(self, new_scale=None):
        if new_scale is not None:
            self.set_init_loss_scaling(float(new_scale))
        elif self.is_enable():
            super().update()
