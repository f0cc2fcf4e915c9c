"""Loading data: samplers, batches, data sets."""

from __future__ import annotations

import collections
import collections.abc
import concurrent.futures
import itertools
import math
import os
from collections.abc import Callable
from typing import Any

import numpy
import paddle


def collate_batch(batch):
    """Joins samples to a batch: tensors, arrays and numbers become tensors, containers are joined item by item."""
    first = batch[0]
    if paddle.is_tensor(first):
        return paddle.stack(list(batch))
    if isinstance(first, (numpy.ndarray, numpy.generic)) and first.dtype.kind not in "SUO":
        return paddle.to_tensor(numpy.stack(batch))
    if isinstance(first, float):
        return paddle.to_tensor(batch, dtype="float64")
    if isinstance(first, (bool, int)):
        return paddle.to_tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, collections.abc.Mapping):
        return {key: collate_batch([sample[key] for sample in batch]) for key in first}
    if isinstance(first, collections.abc.Sequence):
        if any(len(sample) != len(first) for sample in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        items = [collate_batch(items) for items in zip(*batch)]
        return type(first)(*items) if hasattr(first, "_fields") else items
    raise TypeError(
        f"default_collate: batch must contain tensors, arrays, numbers, dicts or lists; found {type(first)}"
    )


class BatchLoader:
    """Loads batches from a dataset as PyTorch's data loader does; `num_workers` threads load ahead."""

    def __class_getitem__(cls, item):
        return cls

    def __init__(
        self,
        dataset: Any,
        batch_size: int = 1,
        shuffle: bool | None = None,
        sampler: Any = None,
        batch_sampler=None,
        num_workers: int = 0,
        collate_fn: Callable[..., Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: int = 0,
        worker_init_fn: Callable[..., Any] | None = None,
        multiprocessing_context=None,
        generator: Any = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
            raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, drop_last")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        self.dataset, self.num_workers, self.worker_init_fn = dataset, num_workers, worker_init_fn
        self.pin_memory, self.timeout, self.drop_last, self.generator = pin_memory, timeout, drop_last, generator
        self.prefetch_factor, self.persistent_workers = prefetch_factor, persistent_workers
        self.is_iterable = isinstance(dataset, paddle.io.IterableDataset)
        self.batch_size = None if batch_sampler is not None else batch_size
        if sampler is None and not self.is_iterable:
            sampler = RandomOrder(dataset) if shuffle else paddle.io.SequenceSampler(dataset)
        self.sampler = sampler
        if batch_sampler is None and batch_size is not None and not self.is_iterable:
            batch_sampler = paddle.io.BatchSampler(sampler=sampler, batch_size=batch_size, drop_last=drop_last)
        self.batch_sampler = batch_sampler
        is_single = batch_sampler is None and batch_size is None
        self.collate_fn = collate_fn or (self._convert if is_single else collate_batch)

    @staticmethod
    def _convert(sample):
        return paddle.to_tensor(sample) if isinstance(sample, numpy.ndarray) else sample

    def __len__(self) -> int:
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        if not self.is_iterable:
            return len(self.sampler)
        whole, rest = divmod(len(self.dataset), self.batch_size or 1)
        return whole + (rest > 0 and not self.drop_last)

    def _stream(self):
        samples = iter(self.dataset)
        if self.batch_size is None:
            yield from map(self.collate_fn, samples)
            return
        while batch := list(itertools.islice(samples, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield self.collate_fn(batch)

    def _load(self, index):
        if self.batch_sampler is None:
            return self.collate_fn(self.dataset[index])
        if hasattr(self.dataset, "__getitems__"):
            return self.collate_fn(self.dataset.__getitems__(list(index)))
        return self.collate_fn([self.dataset[i] for i in index])

    def _load_ahead(self, indices):
        identifiers = itertools.count()
        initialize = self.worker_init_fn
        start = None if initialize is None else lambda: initialize(next(identifiers))
        with concurrent.futures.ThreadPoolExecutor(self.num_workers, initializer=start) as workers:
            waiting: collections.deque[Any] = collections.deque()
            for index in indices:
                waiting.append(workers.submit(self._load, index))
                if len(waiting) >= self.num_workers * (self.prefetch_factor or 2):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def __iter__(self):
        if self.is_iterable:
            return self._stream()
        indices = self.sampler if self.batch_sampler is None else self.batch_sampler
        return self._load_ahead(indices) if self.num_workers else map(self._load, indices)


class RandomOrder(paddle.io.Sampler):
    """Draws indices at random, with or without replacement."""

    def __init__(
        self, data_source: Any, replacement: bool = False, num_samples: int | None = None, generator: Any = None
    ) -> None:
        if num_samples is not None and (not isinstance(num_samples, int) or num_samples <= 0):
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self._num_samples = num_samples

    @property
    def num_samples(self) -> int:
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        length, left = len(self.data_source), self.num_samples
        while left > 0:
            # A part of the indices, because there may be more than fit into the memory.
            part = numpy.random.randint(0, length, 32) if self.replacement else numpy.random.permutation(length)
            yield from part[:left].tolist()
            left -= len(part)

    def __len__(self) -> int:
        return self.num_samples


class ReplicaSampler(paddle.io.Sampler):
    """The part of a dataset's indices for one of several processes."""

    def __init__(
        self,
        dataset: Any,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
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

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch) -> None:
        self.epoch = epoch


class SamplerBatches(paddle.io.BatchSampler):
    """A batch sampler with the order of arguments of PyTorch's."""

    def __init__(self, sampler: Any, batch_size, drop_last) -> None:
        super().__init__(sampler=sampler, batch_size=batch_size, drop_last=drop_last)


class SampleStream(paddle.io.IterableDataset):
    """A dataset that is read in order. It has no length unless a subclass defines one."""

    def __len__(self):
        raise TypeError(f"object of type '{type(self).__name__}' has no len()")


def split_randomly(dataset: Any, lengths, generator: Any = None):
    """Splits a dataset at random into parts of given lengths, or of given fractions of the whole."""
    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = [math.floor(total * fraction) for fraction in lengths]
        for index in range(total - sum(lengths)):
            lengths[index % len(lengths)] += 1
    if sum(lengths) != total:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    indices = paddle.randperm(total).tolist()
    ends = numpy.cumsum(lengths).tolist()
    return [paddle.io.Subset(dataset, indices[end - length : end]) for end, length in zip(ends, lengths)]


class TensorRows(paddle.io.TensorDataset):
    """A dataset of the rows of tensors."""

    def __init__(self, *tensors) -> None:
        super().__init__(list(tensors))


def VOCDetection(root, year: str = "2012", image_set: str = "train", download: bool = True, transform: Any = None):
    """The detection set of 2012, read from an archive below `root`."""
    modes = {"trainval": "train", "train": "test", "val": "valid"}
    if year != "2012" or image_set not in modes:
        raise ValueError("only train, val and trainval of 2012 are available")
    archive = os.path.join(root, "VOCtrainval_11-May-2012.tar")
    return paddle.vision.datasets.VOC2012(archive, modes[image_set], transform, download, backend=None)


class WeightedSampler(paddle.io.WeightedRandomSampler):
    """Draws indices with given weights, which may be a list."""

    def __init__(self, weights, num_samples: int, replacement: bool = True, generator: Any = None) -> None:
        super().__init__(numpy.asarray(weights, dtype="float64"), int(num_samples), replacement)
