def unpad_sequences(padded_sequences, lengths, batch_first=False):
    """The sequences that were joined to one tensor, without their padding."""
    rows = padded_sequences if batch_first else padded_sequences.transpose([1, 0, *range(2, padded_sequences.ndim)])
    return [row[: int(length)] for row, length in zip(rows, lengths)]
