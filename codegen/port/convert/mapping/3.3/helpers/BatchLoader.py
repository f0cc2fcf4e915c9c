import collections
import concurrent.futures
import itertools
import numpy


class BatchLoader:
    """Loads batches from a dataset as PyTorch's data loader does; `num_workers` threads load ahead."""

    def __class_getitem__(cls, item):
        return cls

    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None,
        generator=None, *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True
    ):
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
            sampler = paddle.io.RandomSampler(dataset) if shuffle else paddle.io.SequenceSampler(dataset)
        self.sampler = sampler
        if batch_sampler is None and batch_size is not None and not self.is_iterable:
            batch_sampler = paddle.io.BatchSampler(sampler=sampler, batch_size=batch_size, drop_last=drop_last)
        self.batch_sampler = batch_sampler
        is_single = batch_sampler is None and batch_size is None
        self.collate_fn = collate_fn or (self._convert if is_single else collate_batch)

    @staticmethod
    def _convert(sample):
        return paddle.to_tensor(sample) if isinstance(sample, numpy.ndarray) else sample

    def __len__(self):
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
        start = (lambda: self.worker_init_fn(next(identifiers))) if self.worker_init_fn else None
        with concurrent.futures.ThreadPoolExecutor(self.num_workers, initializer=start) as workers:
            waiting = collections.deque()
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
