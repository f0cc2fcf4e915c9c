import collections


class PackedSequences(collections.namedtuple("Packed", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])):
    """Sequences of different lengths, stored step by step for all of them. The longest sequence comes first."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    @property
    def is_cuda(self):
        return self.data.place.is_gpu_place()

    def to(self, *args, **options):
        return self._replace(data=self.data.to(*args, **options))

    def cuda(self):
        return self.to("gpu")

    def cpu(self):
        return self.to("cpu")
