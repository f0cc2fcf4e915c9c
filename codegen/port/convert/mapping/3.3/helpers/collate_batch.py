import collections.abc
import numpy


def collate_batch(batch):
    """Joins samples to a batch: tensors, arrays and numbers become tensors, containers are joined item by item."""
    first = batch[0]
    if isinstance(first, paddle.Tensor):
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
    raise TypeError(f"default_collate: batch must contain tensors, arrays, numbers, dicts or lists; found {type(first)}")
