import math
import numpy


class ReplicaSampler(paddle.io.Sampler):
    """The part of a dataset's indices for one of several processes."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        self.dataset, self.shuffle, self.seed, self.drop_last, self.epoch = dataset, shuffle, seed, drop_last, 0
        self.num_replicas = paddle.distributed.get_world_size() if num_replicas is None else num_replicas
        self.rank = paddle.distributed.get_rank() if rank is None else rank
        length = len(dataset) - (len(dataset) % self.num_replicas if drop_last else 0)
        self.num_samples = math.ceil(length / self.num_replicas)
        self.total_size = self.num_samples * self.num_replicas

    def __iter__(self):
        indices = numpy.arange(len(self.dataset))
        if self.shuffle:
            indices = numpy.random.RandomState(self.seed + self.epoch).permutation(indices)
        return iter(numpy.resize(indices, self.total_size)[self.rank :: self.num_replicas].tolist())

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        self.epoch = epoch
