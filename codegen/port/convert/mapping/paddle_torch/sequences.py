"""Sequences of different lengths."""

from __future__ import annotations

import collections

import paddle


class PackedSequences(collections.namedtuple("Packed", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])):
    """Sequences of different lengths, stored step by step for all of them. The longest sequence comes first."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    @property
    def is_cuda(self):
        return self.data.place.is_gpu_place()

    def to(self, *args, **options):
        return self._replace(data=self.data.to(*args, **options))

    def float(self):
        return self.to("float32")

    def double(self):
        return self.to("float64")

    def half(self):
        return self.to("float16")

    def long(self):
        return self.to("int64")

    def int(self):
        return self.to("int32")

    def pin_memory(self):
        return self._replace(data=self.data.pin_memory())

    def cuda(self):
        return self.to("gpu")

    def cpu(self):
        return self.to("cpu")


def pack_padded_sequences(input: paddle.Tensor, lengths, batch_first: bool = False, enforce_sorted: bool = True):
    """Packs a padded batch, so that nothing is computed for the padding."""
    lengths = [int(length) for length in lengths]
    order = None
    rows = input if batch_first else input.transpose([1, 0, *range(2, input.ndim)])
    if not enforce_sorted:
        order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
        lengths = [lengths[i] for i in order]
        rows = rows.index_select(paddle.to_tensor(order), 0)
    elif any(a < b for a, b in zip(lengths, lengths[1:])):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True")
    sizes = [sum(length > step for length in lengths) for step in range(lengths[0])]
    data = paddle.concat([rows[:size, step] for step, size in enumerate(sizes)])
    back = None if order is None else sorted(range(len(order)), key=order.__getitem__)
    indices = [None if values is None else paddle.to_tensor(values) for values in (order, back)]
    return PackedSequences(data, paddle.to_tensor(sizes, place=paddle.CPUPlace()), *indices)


def pad_sequences(sequences, batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"):
    """Joins sequences of different lengths to one tensor, and pads the shorter ones."""
    sequences = list(sequences)
    longest = max(len(sequence) for sequence in sequences)
    padded = []
    for sequence in sequences:
        shape = [longest - len(sequence), *sequence.shape[1:]]
        rest = paddle.full(shape, padding_value, dtype=sequence.dtype)
        parts = [sequence, rest] if padding_side == "right" else [rest, sequence]
        padded.append(paddle.concat(parts) if shape[0] else sequence)
    return paddle.stack(padded, 0 if batch_first else 1)


def pack_sequences(sequences, enforce_sorted: bool = True):
    """Packs a list of sequences."""
    padded = pad_sequences(sequences, batch_first=True)
    return pack_padded_sequences(padded, [len(sequence) for sequence in sequences], True, enforce_sorted)


def pad_packed_sequences(
    sequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
):
    """The padded batch of packed sequences, and their lengths."""
    sizes = sequence.batch_sizes.tolist()
    steps = paddle.split(sequence.data, sizes)
    shape = sequence.data.shape[1:]
    fill = lambda count: paddle.full([count, *shape], padding_value, dtype=sequence.data.dtype)  # noqa: E731
    steps = [
        paddle.concat([step, fill(sizes[0] - size)]) if size < sizes[0] else step for step, size in zip(steps, sizes)
    ]
    steps += [fill(sizes[0])] * ((total_length or 0) - len(sizes))
    padded = paddle.stack(steps, 1)
    lengths = paddle.to_tensor([sum(size > row for size in sizes) for row in range(sizes[0])])
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(sequence.unsorted_indices, 0)
        lengths = lengths.index_select(sequence.unsorted_indices, 0)
    return (padded if batch_first else padded.transpose([1, 0, *range(2, padded.ndim)])), lengths


def unpad_sequences(padded_sequences, lengths, batch_first: bool = False):
    """The sequences that were joined to one tensor, without their padding."""
    rows = padded_sequences if batch_first else padded_sequences.transpose([1, 0, *range(2, padded_sequences.ndim)])
    return [row[: int(length)] for row, length in zip(rows, lengths)]
