class TorchSyncBatchNorm(TorchBatchNorm):
    """Batch normalisation in one process. Training with several processes is refused."""

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, process_group=None,
        device=None, dtype=None,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)
        self.process_group = process_group

    def forward(self, input):
        if self.training and paddle.distributed.get_world_size() > 1:
            raise NotImplementedError("training with batch normalisation over several processes")
        return super().forward(input)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """Replaces every batch normalisation in a module by this layer."""
        if isinstance(module, TorchBatchNorm):
            made = cls(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats)
            made.set_state_dict(module.state_dict())
            made.train(module.training)
            return made
        for name, child in module.named_children():
            setattr(module, name, cls.convert_sync_batchnorm(child, process_group))
        return module
